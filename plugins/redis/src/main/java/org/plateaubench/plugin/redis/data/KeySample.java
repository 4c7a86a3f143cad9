// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.ValueText;
import org.plateaubench.plugin.redis.routing.Target;
import org.plateaubench.plugin.redis.service.RedisConsole;

/**
 * Some values, read back and held against what belongs there.
 *
 * @param there values that were found
 * @param right those of them that are as they were written
 * @param filled sampled keys that were filled
 * @param lost those of them that are not there
 */
record KeySample(long there, long right, long filled, long lost) {
    private static final int KEYS = 100;

    /** Reads keys that the data seed chooses, from every place that holds all. */
    static KeySample read(
            DataPlaces places, RedisParameters parameters, ValueText values, FilledKeys keys, long dataSeed)
            throws IOException {
        KeySample sum = new KeySample(0, 0, 0, 0);
        for (Target whole : places.wholes()) {
            sum = sum.plus(read(whole, places, parameters, values, keys, KeyedRandom.key(dataSeed, "sample")));
        }
        return sum;
    }

    private KeySample plus(KeySample other) {
        return new KeySample(there + other.there, right + other.right, filled + other.filled, lost + other.lost);
    }

    private static KeySample read(
            Target whole, DataPlaces places, RedisParameters parameters, ValueText values, FilledKeys keys, long seed)
            throws IOException {
        boolean hasStrings = parameters.fillKinds().contains(Family.STRING);
        CommandText text = new CommandText(parameters);
        List<RedisConsole> consoles = new ArrayList<>();
        long there = 0;
        long right = 0;
        long filled = 0;
        long lost = 0;
        try {
            for (int node = 0; node < whole.nodeCount(); node++) {
                consoles.add(RedisConsole.open(places.place(), whole.node(node)));
            }
            for (int i = 0; i < Math.min(KEYS, keys.space()); i++) {
                long key = chosen(keys, seed, i, hasStrings);
                byte[] name = text.keys().key(Family.STRING, key);
                boolean isFilled = hasStrings && keys.contains(key);
                Object found = consoles.get(whole.nodeOf(name)).raw("GET", new String(name, StandardCharsets.US_ASCII));
                filled += isFilled ? 1 : 0;
                if (found instanceof byte[] value) {
                    there++;
                    right += values.matches(key, 0, value, 0, value.length) ? 1 : 0;
                } else {
                    lost += isFilled ? 1 : 0;
                }
            }
        } finally {
            for (RedisConsole console : consoles) {
                console.close();
            }
        }
        return new KeySample(there, right, filled, lost);
    }

    /** Every other key is one of those that are filled. */
    private static long chosen(FilledKeys keys, long seed, int index, boolean hasStrings) {
        long bits = KeyedRandom.bits(seed, 0, index);
        return hasStrings && keys.count() > 0 && index % 2 == 0
                ? keys.key(Math.unsignedMultiplyHigh(bits, keys.count()))
                : Math.unsignedMultiplyHigh(bits, keys.space());
    }
}
