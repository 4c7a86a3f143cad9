// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.content.CalendarEvent;
import org.plateaubench.plugin.mail.content.Contact;
import org.plateaubench.plugin.mail.dav.DavCollection;
import org.plateaubench.plugin.mail.dav.DavConnections.DavUser;
import org.plateaubench.plugin.mail.model.Scale;

/**
 * The calendar and the address book of one account: each event and card is a function of the data's seed, the account
 * and its number.
 */
public final class GroupwareData {
    /** Days that events extend before and after the day on which the data was created. */
    private static final int DAYS_EACH_WAY = 90;

    private static final int MAX_DAYS_BACK = 1_000;

    private static final String CALENDAR = "calendar/";
    private static final String CONTACTS = "contacts/";
    private static final int INVITED_EVERY = 5;
    private static final String INVITED = "-invited-";
    private static final String EVENT = "-event-";
    private static final String CARD = "-card-";
    private static final long EVENTS = -1;
    private static final long CARDS = -2;

    private final long seed;
    private final Population population;
    private final LocalDate day;
    private final Account account;
    private final DavUser user;

    GroupwareData(long seed, Population population, LocalDate day, Account account, DavUser user) {
        this.seed = seed;
        this.population = population;
        this.day = day;
        this.account = account;
        this.user = user;
    }

    /**
     * Returns the data that was loaded into the calendar and address book of an account, derived from the names of the
     * objects in the calendar; empty when none of them was loaded.
     */
    public static Optional<GroupwareData> of(
            long seed, Scale scale, MailSite site, Account account, DavUser user, Set<String> names) {
        LocalDate newest = LocalDate.now(ZoneOffset.UTC).plusDays(1);
        return names.stream()
                .filter(name -> name.contains(EVENT) && isOwn(account, name))
                .findFirst()
                .flatMap(name -> IntStream.range(0, MAX_DAYS_BACK)
                        .mapToObj(newest::minusDays)
                        .filter(day -> name.startsWith(Population.id(scale, seed, day)))
                        .findFirst())
                .map(day -> new GroupwareData(seed, new Population(scale, seed, site, day), day, account, user));
    }

    private String eventName(int index) {
        return uid(eventKind(index), index) + ".ics";
    }

    /** Returns the numbers of the loaded events that a calendar has. */
    public BitSet events(Set<String> names) {
        return IntStream.range(0, population.scale().events())
                .filter(index -> names.contains(eventName(index)))
                .collect(BitSet::new, BitSet::set, BitSet::or);
    }

    public List<String> eventsIn(BitSet some, Instant from, Instant until) {
        long first = seconds(day.minusDays(DAYS_EACH_WAY));
        return some.stream()
                .filter(index -> CalendarEvent.isWithin(first, 2 * DAYS_EACH_WAY, draws(EVENTS, index), from, until))
                .mapToObj(this::eventName)
                .toList();
    }

    /** Returns the names of the loaded cards that a search finds. */
    public List<String> cardsMatching(Draws search) {
        return IntStream.range(0, population.scale().contacts())
                .filter(index -> Contact.hasName(draws(CARDS, index), search))
                .mapToObj(index -> uid(CARD, index) + ".vcf")
                .toList();
    }

    /** Returns whether the event of a name is an invitation that its account has not answered after the load. */
    public static boolean isInvitation(String name) {
        return name.contains(INVITED);
    }

    /** Returns whether the data or the users of a run gave this name to an object of an account. */
    static boolean isOwn(Account account, String name) {
        String loaded = "[0-9a-f]{12}-" + account.number() + "(" + INVITED + "|" + EVENT + "|" + CARD + ")[0-9]+";
        return name.matches("(" + loaded + "|plateau-[0-9a-z]+-[0-9]+-[0-9]+)\\.(ics|vcf)");
    }

    private Draws draws(long kind, int index) {
        return Draws.of(KeyedRandom.key(KeyedRandom.key(KeyedRandom.key(seed, account.number()), kind), index));
    }

    private String uid(String kind, int index) {
        return population.id() + "-" + account.number() + kind + index;
    }

    private static String eventKind(int index) {
        return index % INVITED_EVERY == 0 ? INVITED : EVENT;
    }

    private byte[] event(int index) {
        String kind = eventKind(index);
        Draws draws = draws(EVENTS, index);
        long first = seconds(day.minusDays(DAYS_EACH_WAY));
        CalendarEvent event = CalendarEvent.draw(uid(kind, index), first, 2 * DAYS_EACH_WAY, draws);
        if (kind.equals(INVITED)) {
            event = event.inviting(population.correspondent(draws, account), List.of(account.address()));
        }
        return event.stored(seconds(day));
    }

    private static long seconds(LocalDate midnight) {
        return midnight.atStartOfDay(ZoneOffset.UTC).toEpochSecond();
    }

    private byte[] card(int index) {
        return Contact.card(uid(CARD, index), draws(CARDS, index));
    }

    /** Creates the calendar or the address book where missing, and records that in the marker. */
    static MailMarker ensure(DavUser user, MailMarker marker) throws MailFailure {
        MailMarker result = user.calendar().ensure() ? marker.withCreated(CALENDAR) : marker;
        return user.contacts().ensure() ? result.withCreated(CONTACTS) : result;
    }

    static void empty(DavUser user) throws MailFailure {
        empty(user.calendar());
        empty(user.contacts());
    }

    private static void empty(DavCollection collection) throws MailFailure {
        for (String name : collection.list().keySet()) {
            collection.delete(name);
        }
    }

    /** Removes everything that was created in both collections, and a collection itself if it was created. */
    static void clear(DavUser user, MailMarker marker) throws MailFailure {
        clear(user.calendar(), marker.hasCreated(CALENDAR));
        clear(user.contacts(), marker.hasCreated(CONTACTS));
    }

    private static void clear(DavCollection collection, boolean made) throws MailFailure {
        if (made) {
            collection.remove();
        } else if (collection.exists()) {
            empty(collection);
        }
    }

    /**
     * Brings both collections to the content of the data, and returns the ETag of each object by collection and name.
     * An object with the ETag in the marker is kept; every other object of Plateau is stored again, and foreign objects
     * are removed.
     *
     * @param done receives numbers of objects that are correct
     */
    Map<String, String> restore(MailMarker marker, IntConsumer done) throws MailFailure, InterruptedException {
        List<String> events = IntStream.range(0, population.scale().events())
                .mapToObj(this::eventName)
                .toList();
        List<String> cards = IntStream.range(0, population.scale().contacts())
                .mapToObj(index -> uid(CARD, index) + ".vcf")
                .toList();
        Map<String, String> etags =
                new LinkedHashMap<>(restore(CALENDAR, user.calendar(), events, this::event, marker, done));
        etags.putAll(restore(CONTACTS, user.contacts(), cards, this::card, marker, done));
        return etags;
    }

    private static Map<String, String> restore(
            String prefix,
            DavCollection collection,
            List<String> wanted,
            IntFunction<byte[]> content,
            MailMarker marker,
            IntConsumer done)
            throws MailFailure, InterruptedException {
        Map<String, String> existing = collection.list();
        boolean changed = false;
        for (int index = 0; index < wanted.size(); index++) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            String name = wanted.get(index);
            String etag = existing.get(name);
            // Objects left by an interrupted first load are complete, and no user has changed them yet.
            boolean isUnchanged = etag != null
                    && (!marker.hasEtags() || marker.etag(prefix + name).equals(etag));
            if (!isUnchanged) {
                collection.load(name, content.apply(index));
                changed = true;
            }
            done.accept(1);
        }
        Set<String> surplus = new HashSet<>(existing.keySet());
        wanted.forEach(surplus::remove);
        for (String name : surplus) {
            collection.delete(name);
        }
        Map<String, String> now = changed ? collection.list() : existing;
        Map<String, String> etags = new LinkedHashMap<>();
        wanted.forEach(name -> etags.put(prefix + name, now.getOrDefault(name, "")));
        return etags;
    }
}
