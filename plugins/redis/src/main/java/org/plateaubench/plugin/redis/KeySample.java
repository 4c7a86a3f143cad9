// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.ExpectedKeys;
import org.plateaubench.plugin.redis.command.FilledKeys;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.ValueText;

/**
 * A sample of strings, read back one by one and compared with the expected values.
 *
 * @param asked keys that were looked up, by {@link ExpectedKeys#identity}
 * @param there keys that were found
 * @param right number of found keys with the written value
 */
record KeySample(Set<Long> asked, Set<Long> there, long right) {
    private static final int KEYS = 100;
    /** Longest value that is compared; of a longer one only the length is checked. */
    private static final int LONGEST_BYTES = 64 * 1024;

    /** Returns keys chosen by the data seed, in every place that holds all; every second one is a filled key. */
    static Set<Long> chosen(DataLocations locations, RedisParameters parameters, FilledKeys keys, long dataSeed) {
        long seed = KeyedRandom.key(dataSeed, "sample");
        boolean hasStrings = parameters.fillKinds().contains(Family.STRING);
        Set<Long> identities = new HashSet<>();
        for (int whole = 0; whole < locations.wholes().size(); whole++) {
            for (int i = 0; i < Math.min(KEYS, keys.space()); i++) {
                long bits = KeyedRandom.bits(seed, 0, i);
                long key = hasStrings && keys.count() > 0 && i % 2 == 0
                        ? keys.key(Math.unsignedMultiplyHigh(bits, keys.count()))
                        : Math.unsignedMultiplyHigh(bits, keys.space());
                identities.add(ExpectedKeys.identity(parameters, whole, key));
            }
        }
        return identities;
    }

    static KeySample read(
            DataLocations locations, RedisParameters parameters, ValueText values, Collection<Long> identities)
            throws IOException {
        Set<Long> there = new HashSet<>();
        long right = 0;
        CommandText text = new CommandText(parameters);
        for (int whole = 0; whole < locations.wholes().size(); whole++) {
            Target target = locations.wholes().get(whole);
            List<RedisConnection> connections = new ArrayList<>();
            try {
                for (int node = 0; node < target.nodeCount(); node++) {
                    connections.add(RedisConnection.open(locations.place(), target.node(node)));
                }
                for (long identity : identities) {
                    if (identity / parameters.keySpace() == whole) {
                        long key = identity % parameters.keySpace();
                        byte[] name = text.keys().key(Family.STRING, key);
                        Boolean found = isRight(connections.get(target.nodeOf(name)), name, key, values);
                        if (found != null) {
                            there.add(identity);
                            right += found ? 1 : 0;
                        }
                    }
                }
            } finally {
                connections.forEach(RedisConnection::close);
            }
        }
        return new KeySample(Set.copyOf(identities), there, right);
    }

    /** Returns whether the value is right; null when the key does not exist. */
    private static @Nullable Boolean isRight(RedisConnection admin, byte[] name, long key, ValueText values)
            throws IOException {
        String word = new String(name, StandardCharsets.US_ASCII);
        int size = values.size(key, 0);
        if (size > LONGEST_BYTES) {
            long found = admin.raw("STRLEN", word) instanceof Long length ? length : 0;
            return found == 0 ? null : (Boolean) (found == size);
        }
        return admin.raw("GET", word) instanceof byte[] value
                ? (Boolean) values.matches(key, 0, value, 0, value.length, value.length)
                : null;
    }
}
