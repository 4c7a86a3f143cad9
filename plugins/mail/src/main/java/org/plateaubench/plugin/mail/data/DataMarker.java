// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The message that marks the data of an account as Plateau's and describes it: the last one in the folder {@link
 * Folders#MARKER}. One is written before anything else is changed, another at the end, so that interrupted data is
 * recognised as unfinished. Immutable.
 *
 * @param fields its content
 */
record DataMarker(Map<String, String> fields) {
    private static final String LAYOUT = "layout";
    private static final String OWNER = "workload";
    private static final String SEED = "dataSeed";
    private static final String SCALE = "holds";
    private static final String DAY = "day";
    private static final String STATE = "state";
    private static final String FOUND = "foldersFound";
    private static final String UNFINISHED = "unfinished";
    private static final String LOADED = "loaded";
    private static final String UID_NEXT = "uidNext ";
    private static final String ETAG = "etag ";
    private static final String MADE = "made ";
    private static final String HEADERS = String.join(
            "\r\n",
            "Subject: Plateau: this mailbox belongs to a benchmark",
            "From: Plateau <plateau@localhost>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=us-ascii",
            "",
            "");
    private static final List<String> COMPARED = List.of(LAYOUT, OWNER, SEED, SCALE);

    DataMarker {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** Returns the marker of unfinished data. */
    static DataMarker wanted(Scale scale, long dataSeed, int tile, String workload, LocalDate day) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(LAYOUT, "1");
        fields.put(OWNER, tile + "/" + workload);
        fields.put(SEED, Long.toHexString(dataSeed));
        fields.put(SCALE, scale.text());
        fields.put(DAY, day.toString());
        fields.put(STATE, UNFINISHED);
        return new DataMarker(fields);
    }

    /** Parses the text of a marker's message; null when it is not a marker. */
    static @Nullable DataMarker parse(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line : text.split("\r?\n", -1)) {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 2).strip());
            }
        }
        return fields.containsKey(LAYOUT) && fields.containsKey(STATE) ? new DataMarker(fields) : null;
    }

    /** Returns the whole message. */
    byte[] message() {
        StringBuilder text = new StringBuilder(HEADERS);
        fields.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private DataMarker with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.putAll(more);
        return new DataMarker(all);
    }

    /** Returns this marker with the names of the folders that existed before, which clearing leaves in place. */
    DataMarker found(List<String> folders) {
        return with(Map.of(FOUND, String.join(" ", folders)));
    }

    /** Returns the folders that existed before. */
    List<String> found() {
        return List.of(fields.getOrDefault(FOUND, "").split(" ", -1));
    }

    /**
     * Returns the marker of complete data.
     *
     * @param uidNext of each folder
     * @param etags of each event and card, by path
     */
    DataMarker loaded(Map<String, Long> uidNext, Map<String, String> etags) {
        Map<String, String> more = new LinkedHashMap<>();
        more.put(STATE, LOADED);
        uidNext.forEach((folder, next) -> more.put(UID_NEXT + folder, Long.toString(next)));
        etags.forEach((name, etag) -> more.put(ETAG + name, etag));
        return with(more);
    }

    /** Returns this marker for data that is being changed. */
    DataMarker unfinished() {
        Map<String, String> left = new LinkedHashMap<>(fields);
        left.keySet().removeIf(name -> name.startsWith(UID_NEXT));
        left.put(STATE, UNFINISHED);
        return new DataMarker(left);
    }

    /** Returns whether the data is complete. */
    boolean isLoaded() {
        return LOADED.equals(fields.get(STATE));
    }

    /** Returns the UID after all loaded messages of a folder; 1 when unknown. */
    long uidNext(String folder) {
        String next = fields.getOrDefault(UID_NEXT + folder, "1");
        return next.matches("\\d{1,18}") ? Long.parseLong(next) : 1;
    }

    /** Returns the ETag of an event or card after the load; empty when unknown. */
    String etag(String name) {
        return fields.getOrDefault(ETAG + name, "");
    }

    /**
     * Returns this marker with a note that we created a calendar or an address book, which clearing removes entirely.
     */
    DataMarker made(String collection) {
        return with(Map.of(MADE + collection, "yes"));
    }

    /** Returns whether we created it. */
    boolean hasMade(String collection) {
        return fields.containsKey(MADE + collection);
    }

    /** Returns whether it has ETags, which it has after the first complete load. */
    boolean hasEtags() {
        return fields.keySet().stream().anyMatch(name -> name.startsWith(ETAG));
    }

    /** Returns the day that dates of messages and events are relative to. */
    LocalDate day(LocalDate otherwise) {
        try {
            return LocalDate.parse(fields.getOrDefault(DAY, ""));
        } catch (DateTimeParseException e) {
            return otherwise;
        }
    }

    /** Returns tile and workload that own the data. */
    String owner() {
        return fields.getOrDefault(OWNER, "nobody");
    }

    /** Returns whether it belongs to the same workload of the same tile. */
    boolean isOwnedLike(DataMarker wanted) {
        return owner().equals(wanted.owner());
    }

    /** Returns the difference from the wanted marker, such as {@code dataSeed 1 instead of 2}; empty for none. */
    String difference(DataMarker wanted) {
        List<String> differences = new ArrayList<>();
        for (String name : COMPARED) {
            String value = wanted.fields.getOrDefault(name, "nothing");
            String found = fields.getOrDefault(name, "nothing");
            if (!found.equals(value)) {
                differences.add(name + " " + found + " instead of " + value);
            }
        }
        return String.join(", ", differences);
    }
}
