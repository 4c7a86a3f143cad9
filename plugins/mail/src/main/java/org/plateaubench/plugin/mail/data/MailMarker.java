// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.DataMarker.State;

/**
 * The marker of one account: the last message in the folder {@link Folders#MARKER}. A marker is written before anything
 * else is changed, another at the end. Immutable.
 */
record MailMarker(DataMarker data) {
    private static final String DAY = "day";
    private static final String FOUND = "foldersFound";
    private static final String UID_NEXT = "uidNext ";
    private static final String ETAG = "etag ";
    private static final String CREATED = "made ";
    private static final String HEADERS = String.join(
            "\r\n",
            "Subject: Plateau: this mailbox belongs to a benchmark",
            "From: Plateau <plateau@localhost>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=us-ascii",
            "",
            "");

    static MailMarker start(DataMarker wanted, LocalDate day) {
        return new MailMarker(wanted.withState(State.LOADING).with(DAY, day));
    }

    /** Parses the text of a marker's message; empty when it is not a marker. */
    static Optional<MailMarker> parse(String text) {
        return DataMarker.ofText(text).map(MailMarker::new);
    }

    byte[] message() {
        return (HEADERS + data.text().replace("\n", "\r\n")).getBytes(StandardCharsets.US_ASCII);
    }

    MailMarker withState(State state) {
        return new MailMarker(data.withState(state));
    }

    /** Returns the day that dates of messages and events are relative to. */
    LocalDate day() {
        return LocalDate.parse(data.value(DAY));
    }

    /** Returns this marker with the names of the folders that existed before, which clearing leaves in place. */
    MailMarker withExistingFolders(List<String> folders) {
        return new MailMarker(data.with(FOUND, String.join(" ", folders)));
    }

    List<String> existingFolders() {
        return List.of(data.value(FOUND).split(" ", -1));
    }

    /** Returns this marker with a note that a calendar or an address book was created, which clearing removes entirely. */
    MailMarker withCreated(String collection) {
        return new MailMarker(data.with(CREATED + collection, "yes"));
    }

    boolean hasCreated(String collection) {
        return !data.value(CREATED + collection).isEmpty();
    }

    /** Returns the marker of complete data, with the ETag of each event and card by path. */
    MailMarker loaded(Map<String, Long> uidNext, Map<String, String> etags) {
        Map<String, String> values = new LinkedHashMap<>(data.values());
        uidNext.forEach((folder, next) -> values.put(UID_NEXT + folder, Long.toString(next)));
        etags.forEach((object, etag) -> values.put(ETAG + object, etag));
        return new MailMarker(new DataMarker(State.LOADED, values));
    }

    /** Returns the UID after all loaded messages of a folder; 1 when unknown or while data is changed. */
    long uidNext(String folder) {
        String next = data.value(UID_NEXT + folder);
        return data.isLoaded() && !next.isEmpty() ? Long.parseLong(next) : 1;
    }

    /** Returns the ETag of an event or card after the load; empty when unknown. */
    String etag(String name) {
        return data.value(ETAG + name);
    }

    /** Returns whether it has ETags: only after the first complete load. */
    boolean hasEtags() {
        return data.values().keySet().stream().anyMatch(name -> name.startsWith(ETAG));
    }
}
