// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.plugin.redis.command.KeyText;
import org.plateaubench.process.data.DataMarker;

/** The hash that holds the marker of the keys of a prefix. */
final class MarkerKey {
    /** Value of the marker: the number of keys, from 0 on. */
    static final String KEYS = "keySpace";

    private MarkerKey() {}

    /** Returns its key; no other key has this form. */
    static String of(String prefix) {
        return prefix + "marker";
    }

    /** Returns the prefix that a key has if it belongs to a workload, or is its marker; empty for any other key. */
    static String prefix(String key) {
        String marker = of("");
        return key.endsWith(marker) ? key.substring(0, key.length() - marker.length()) : KeyText.prefix(key);
    }

    /** Reads the marker of a node; empty when there is none, or another client's key has its name. */
    static Optional<DataMarker> read(RedisConnection admin, String prefix) throws IOException {
        Map<String, String> fields = new LinkedHashMap<>();
        if (admin.text("TYPE", of(prefix)).equals("hash")
                && admin.ask("HGETALL", of(prefix)) instanceof List<?> answer) {
            for (int i = 0; i + 1 < answer.size(); i += 2) {
                fields.put(String.valueOf(answer.get(i)), String.valueOf(answer.get(i + 1)));
            }
        }
        return DataMarker.ofFields(fields)
                .filter(marker -> marker.value(KEYS).matches("[0-9]{1," + KeyText.DIGITS + "}"));
    }

    static void write(RedisConnection admin, String prefix, DataMarker marker) throws IOException {
        if (read(admin, prefix).isEmpty()) {
            drop(admin, prefix); // An adopted key may have the marker's name.
        }
        List<String> arguments = new ArrayList<>(List.of(of(prefix)));
        marker.fields().forEach((name, value) -> arguments.addAll(List.of(name, value)));
        admin.ask("HSET", arguments.toArray(String[]::new));
    }

    static void drop(RedisConnection admin, String prefix) throws IOException {
        admin.ask("DEL", of(prefix));
    }

    /** Returns whether data may have a key of this number; in incomplete data, keys of an earlier one may remain. */
    static boolean covers(Optional<DataMarker> marker, long number) {
        return marker.isPresent()
                && (!marker.get().isLoaded()
                        || number < Long.parseLong(marker.get().value(KEYS)));
    }
}
