// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.routing;

import org.plateaubench.plugin.redis.service.RedisCluster;

/**
 * The slot of a key in a cluster: CRC-16/XMODEM of the key, or of the text in its first pair of braces if that is not
 * empty, modulo 16384 (Redis Cluster specification, "Key distribution model" and "Hash tags").
 */
public final class KeySlot {
    public static final int SLOTS = RedisCluster.SLOTS;

    private static final int POLYNOMIAL = 0x1021;
    private static final int[] CRC_OF_BYTE = new int[256];

    static {
        for (int value = 0; value < CRC_OF_BYTE.length; value++) {
            int crc = value << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL;
            }
            CRC_OF_BYTE[value] = crc & 0xffff;
        }
    }

    private KeySlot() {}

    /** Returns the slot, from 0. */
    public static int of(byte[] key) {
        int end = key.length;
        int open = find('{', key, 0, end);
        int close = find('}', key, open + 1, end);
        boolean tagged = close < end && close > open + 1;
        return (tagged ? crc(key, open + 1, close) : crc(key, 0, end)) & (SLOTS - 1);
    }

    private static int find(char sign, byte[] key, int from, int end) {
        int at = from;
        while (at < end && key[at] != sign) {
            at++;
        }
        return at;
    }

    private static int crc(byte[] bytes, int from, int end) {
        int crc = 0;
        for (int i = from; i < end; i++) {
            crc = ((crc << 8) & 0xffff) ^ CRC_OF_BYTE[((crc >>> 8) ^ bytes[i]) & 0xff];
        }
        return crc;
    }
}
