//! Mode 0: elements as differences of the bytes of consecutive ones.

use super::{CUT_OFF, Reader, split};

/// The number of elements of a group.
const GROUP: usize = 16;
/// The bits of a delta in a group, by version or control mode and the group's own two bits.
const BITS: [[usize; 4]; 3] = [[0, 1, 2, 4], [1, 2, 4, 8], [0, 2, 4, 8]];
/// The row of version 0.
const VERSION_0: usize = 2;
/// Control modes without groups.
const ZERO: u8 = 2;
const LITERAL: u8 = 3;

pub(super) fn decode(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, String> {
    let header = *data.first().ok_or(CUT_OFF)?;
    let has_modes = header == 0xa1;
    let (used, padded) = if has_modes {
        (stride + stride / 4, 24)
    } else {
        (stride, 32)
    };
    let expected = if has_modes { 0xa1 } else { 0xa0 };
    let (mut body, tail) = split(data, expected, used.max(padded))?;
    let (first, modes) = tail[tail.len() - used..].split_at(stride);
    let wrong = |mode: &&u8| *mode & 15 > 2 || (*mode & 15 < 2 && *mode >> 4 != 0);
    if let Some(mode) = modes.iter().find(wrong) {
        return Err(format!("its channel mode {mode:#04x} is unknown"));
    }
    let mut previous = first.to_vec();
    let mut bytes = Vec::new();
    let most = ((8192 / stride) & !(GROUP - 1)).min(256);
    let mut deltas = vec![0; stride * most];
    while bytes.len() < count * stride {
        let length = most.min(count - bytes.len() / stride);
        read_block(&mut body, has_modes, &mut deltas, stride, length)?;
        for element in 0..length {
            for (channel, value) in previous.chunks_exact_mut(4).enumerate() {
                let at = |byte: usize| deltas[(channel * 4 + byte) * most + element];
                let delta = [0, 1, 2, 3].map(at);
                let mode = modes.get(channel).copied().unwrap_or(0);
                add(value, delta, mode);
            }
            bytes.extend_from_slice(&previous);
        }
    }
    body.finish()?;
    Ok(bytes)
}

/// Reads the deltas of a block: for each byte of an element, those of all elements.
fn read_block(
    body: &mut Reader<'_>,
    has_controls: bool,
    deltas: &mut [u8],
    stride: usize,
    length: usize,
) -> Result<(), String> {
    let controls = body.take(if has_controls { stride / 4 } else { 0 })?;
    let most = deltas.len() / stride;
    for (byte, deltas) in deltas.chunks_exact_mut(most).enumerate() {
        let control = controls
            .get(byte / 4)
            .map(|bits| bits >> (byte % 4 * 2) & 3);
        match control {
            Some(ZERO) => deltas.fill(0),
            Some(LITERAL) => deltas[..length].copy_from_slice(body.take(length)?),
            _ => {
                let groups = length.div_ceil(GROUP);
                let header = body.take(groups.div_ceil(4))?;
                let row = control.map_or(VERSION_0, usize::from);
                for (group, deltas) in deltas.chunks_exact_mut(GROUP).take(groups).enumerate() {
                    let bits = header[group / 4] >> (group % 4 * 2) & 3;
                    read_group(body, BITS[row][usize::from(bits)], deltas)?;
                }
            }
        }
    }
    Ok(())
}

/// Reads sixteen deltas of some bits each; one with all bits set is a byte behind them.
fn read_group(body: &mut Reader<'_>, bits: usize, deltas: &mut [u8]) -> Result<(), String> {
    match bits {
        0 => deltas.fill(0),
        8 => deltas.copy_from_slice(body.take(GROUP)?),
        _ => {
            let packed = body.take(GROUP * bits / 8)?;
            let all = (1 << bits) - 1;
            for (index, delta) in deltas.iter_mut().enumerate() {
                let place = index * bits % 8;
                // Single bits begin with the lowest, others with the highest.
                let shift = if bits == 1 { place } else { 8 - bits - place };
                *delta = packed[index * bits / 8] >> shift & all;
                if *delta == all {
                    *delta = body.byte()?;
                }
            }
        }
    }
    Ok(())
}

/// Adds the difference of a channel.
fn add(value: &mut [u8], delta: [u8; 4], mode: u8) {
    let old = [value[0], value[1], value[2], value[3]];
    let new = match mode & 15 {
        0 => [0, 1, 2, 3]
            .map(|i| old[i].wrapping_add((delta[i] >> 1) ^ (delta[i] & 1).wrapping_neg())),
        1 => {
            let [a, b] = [0, 2].map(|i| {
                let delta = u16::from_le_bytes([delta[i], delta[i + 1]]);
                let old = u16::from_le_bytes([old[i], old[i + 1]]);
                old.wrapping_add((delta >> 1) ^ (delta & 1).wrapping_neg())
                    .to_le_bytes()
            });
            [a[0], a[1], b[0], b[1]]
        }
        _ => {
            let turned = u32::from_le_bytes(delta).rotate_left(u32::from(mode >> 4));
            (u32::from_le_bytes(old) ^ turned).to_le_bytes()
        }
    };
    value.copy_from_slice(&new);
}
