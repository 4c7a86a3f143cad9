// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.plugin.redis.command.KeyText;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.service.RedisAdminConnection;

/**
 * The one hash that marks the keys of a prefix as Plateau's and describes them. It is written before the first key and
 * removed after the last; the state "complete" is written last. Immutable.
 *
 * @param fields its content
 */
record DataMarker(Map<String, String> fields) {
    private static final String STATE = "state";
    private static final String OWNER = "workload";
    private static final String FILLING = "filling";
    private static final String LOADED = "loaded";
    private static final String MARKED = "layout";
    private static final String LAYOUT = "1";
    private static final String KEYS = "keySpace";

    DataMarker {
        fields = Map.copyOf(fields);
    }

    /** Returns the key of the marker; no other key has this form. */
    static String key(String prefix) {
        return prefix + "marker";
    }

    /** Returns the prefix that a key has if it belongs to a workload, or is its marker; empty for any other key. */
    static String prefix(String key) {
        String marker = key("");
        return key.endsWith(marker) ? key.substring(0, key.length() - marker.length()) : KeyText.prefix(key);
    }

    /** Returns the marker of complete data. */
    static DataMarker wanted(
            RedisParameters parameters, String spread, FilledKeys filled, long dataSeed, int tile, String workload) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(MARKED, LAYOUT);
        fields.put(OWNER, tile + "/" + workload);
        fields.put("dataSeed", Long.toHexString(dataSeed));
        fields.put(KEYS, Long.toString(filled.space()));
        fields.put("filled", Long.toString(filled.count()));
        fields.put(
                "fillKinds", parameters.fillKinds().stream().sorted().toList().toString());
        fields.put("elements", Integer.toString(parameters.elements()));
        fields.put("valueSizes", new TreeMap<>(parameters.valueSizes()).toString());
        fields.put("spread", spread);
        fields.put(STATE, LOADED);
        return new DataMarker(fields);
    }

    /** Reads the marker of a node; without fields when there is none, or another client's key has its name. */
    static DataMarker read(RedisAdminConnection admin, String prefix) throws IOException {
        Map<String, String> fields = new LinkedHashMap<>();
        if (admin.text("TYPE", key(prefix)).equals("hash")
                && admin.ask("HGETALL", key(prefix)) instanceof List<?> answer) {
            for (int i = 0; i + 1 < answer.size(); i += 2) {
                fields.put(String.valueOf(answer.get(i)), String.valueOf(answer.get(i + 1)));
            }
        }
        boolean isMarker =
                fields.containsKey(MARKED) && fields.getOrDefault(KEYS, "").matches("[0-9]{1," + KeyText.DIGITS + "}");
        return new DataMarker(isMarker ? fields : Map.of());
    }

    /** Writes this marker as that of incomplete data. */
    void begin(RedisAdminConnection admin, String prefix) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(key(prefix)));
        fields.forEach((name, value) -> arguments.addAll(List.of(name, name.equals(STATE) ? FILLING : value)));
        admin.ask("HSET", arguments.toArray(String[]::new));
    }

    /** Marks the data as complete. */
    static void complete(RedisAdminConnection admin, String prefix) throws IOException {
        admin.ask("HSET", key(prefix), STATE, LOADED);
    }

    /** Removes the marker, after which the prefix is no longer Plateau's. */
    static void drop(RedisAdminConnection admin, String prefix) throws IOException {
        admin.ask("DEL", key(prefix));
    }

    /** Returns whether there is a marker. */
    boolean exists() {
        return !fields.isEmpty();
    }

    /** Returns whether the data is complete. */
    boolean isLoaded() {
        return LOADED.equals(fields.get(STATE));
    }

    /** Returns tile and workload that own the data. */
    String owner() {
        return fields.getOrDefault(OWNER, "nobody");
    }

    /** Returns whether the data may have a key of this number; in incomplete data, keys of an earlier one may remain. */
    boolean covers(long number) {
        return exists() && (!isLoaded() || number < Long.parseLong(fields.getOrDefault(KEYS, "0")));
    }

    /** Returns whether it belongs to the same workload of the same tile. */
    boolean isOwnedLike(DataMarker wanted) {
        return owner().equals(wanted.owner());
    }

    /** Returns the difference from the wanted marker, such as {@code keySpace 1000 instead of 2000}; empty for none. */
    String difference(DataMarker wanted) {
        List<String> differences = new ArrayList<>();
        new TreeMap<>(wanted.fields).forEach((name, value) -> {
            String found = fields.getOrDefault(name, "nothing");
            if (!name.equals(STATE) && !found.equals(value)) {
                differences.add(name + " " + found + " instead of " + value);
            }
        });
        return String.join(", ", differences);
    }
}
