// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.dav.ContentLine;

/** A calendar or an address book. Any thread: changes run one at a time, reads concurrently. */
final class Folder {
    private static final AtomicLong ETAGS = new AtomicLong();

    private final Kind kind;
    private final NavigableMap<String, Item> items = new ConcurrentSkipListMap<>();
    private final Map<String, String> namesByUid = new HashMap<>();

    Folder(Kind kind) {
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    @Nullable
    Item item(String name) {
        return items.get(name);
    }

    Collection<Item> items() {
        return items.values();
    }

    /**
     * Stores an object.
     *
     * @param allowed checks the present object, or null
     * @return the previous object, or null
     * @throws DavRefusal when the precondition fails, or another object has its UID
     */
    synchronized @Nullable Item put(String name, byte[] body, Parsed parsed, Precondition allowed) throws DavRefusal {
        Item before = items.get(name);
        allowed.require(before);
        String other = namesByUid.get(parsed.uid());
        if (other != null && !other.equals(name)) {
            throw new DavRefusal(DavNames.FORBIDDEN, kind == Kind.CALENDAR ? "C:no-uid-conflict" : "A:no-uid-conflict");
        }
        if (before != null) {
            namesByUid.remove(before.uid());
        }
        String etag = "\"" + Long.toHexString(ETAGS.incrementAndGet()) + "\"";
        items.put(name, new Item(name, etag, body, parsed.uid(), parsed.times()));
        namesByUid.put(parsed.uid(), name);
        return before;
    }

    /** Removes an object; returns false when it does not exist. */
    synchronized boolean remove(String name, Precondition allowed) throws DavRefusal {
        Item before = items.get(name);
        if (before == null) {
            return false;
        }
        allowed.require(before);
        items.remove(name);
        namesByUid.remove(before.uid());
        return true;
    }

    List<Item> matching(Predicate<Item> wanted) {
        return items.values().stream().filter(wanted).toList();
    }

    /** A condition on the present object before a change. */
    interface Precondition {
        void require(@Nullable Item present) throws DavRefusal;
    }

    /**
     * The parsed properties of an object.
     *
     * @param times times of an event; null for a card
     */
    record Parsed(String uid, @Nullable EventTimes times) {
        private static final int LINES_AT_MOST = 20_000;

        static Parsed of(Kind kind, String text) throws DavRefusal {
            String condition = kind == Kind.CALENDAR ? "C:valid-calendar-data" : "A:valid-address-data";
            String component = kind == Kind.CALENDAR ? "VCALENDAR" : "VCARD";
            List<ContentLine> lines = ContentLine.of(text);
            if (lines.size() < 2
                    || lines.size() > LINES_AT_MOST
                    || !is(lines.getFirst(), "BEGIN", component)
                    || !is(lines.getLast(), "END", component)) {
                throw new DavRefusal(DavNames.FORBIDDEN, condition);
            }
            String uid = lines.stream()
                    .filter(line -> line.name().equals("UID"))
                    .map(ContentLine::value)
                    .findFirst()
                    .orElseThrow(() -> new DavRefusal(DavNames.FORBIDDEN, condition));
            return new Parsed(
                    uid,
                    kind == Kind.CALENDAR
                            ? EventTimes.of(lines).orElseThrow(() -> new DavRefusal(DavNames.FORBIDDEN, condition))
                            : null);
        }

        private static boolean is(ContentLine line, String name, String value) {
            return line.name().equals(name) && line.value().strip().equalsIgnoreCase(value);
        }
    }
}
