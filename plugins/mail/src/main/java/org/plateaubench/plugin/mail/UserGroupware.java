// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.mail.DraftFactory.ActionPurpose;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.content.CalendarEvent;
import org.plateaubench.plugin.mail.content.CalendarEvent.Participation;
import org.plateaubench.plugin.mail.content.Contact;
import org.plateaubench.plugin.mail.content.ContentLine;
import org.plateaubench.plugin.mail.content.RecipientCounts;
import org.plateaubench.plugin.mail.data.GroupwareData;
import org.plateaubench.plugin.mail.dav.DavCollection.DavObject;
import org.plateaubench.plugin.mail.dav.DavConnections.DavUser;
import org.plateaubench.plugin.mail.model.MailMeasure;

/** The calendar and address book of one user. Not thread-safe. */
final class UserGroupware {
    private static final int WEEK_DAYS = 7;
    private static final int MONTH_DAYS = 30;
    private static final double WEEKS = 0.8;
    private static final int QUERIED_USERS = 4;
    /** Maximum number of invitations that a user remembers. */
    private static final int MAX_INVITATIONS = 12;
    /** Maximum number of own events that a user remembers. */
    private static final int MAX_OWN_EVENTS = 8;

    private final MailSession session;
    private final int user;
    private final AgentCounters agentCounters;
    private final DavUser dav;
    private @Nullable List<String> invitations;
    private Optional<GroupwareData> loaded = Optional.empty();
    private BitSet loadedEvents = new BitSet();
    private final Deque<CalendarEvent> ownEvents = new ArrayDeque<>();

    UserGroupware(MailSession session, int user, DavUser dav) {
        this.session = session;
        this.user = user;
        this.agentCounters = session.agentCounters();
        this.dav = dav;
    }

    /** Connects, and reads the existing invitations once. */
    void connect() throws MailFailure {
        dav.connect();
        if (invitations == null) {
            Account account = session.account(user);
            Set<String> names = dav.calendar().list().keySet();
            loaded = GroupwareData.of(
                    session.dataSeed(), session.parameters().scale(), session.site(), account, dav, names);
            loadedEvents = loaded.map(data -> data.events(names)).orElse(loadedEvents);
            invitations = names.stream()
                    .filter(GroupwareData::isInvitation)
                    .limit(MAX_INVITATIONS)
                    .toList();
            dav.release();
        }
    }

    DavUser connection() {
        return dav;
    }

    private static Instant randomDay(Draws draws) {
        int days = DraftFactory.DAYS_EACH_WAY;
        return DraftFactory.today().plus(Duration.ofDays(draws.between(ActionPurpose.CALENDAR, 0, -days, days)));
    }

    void browse(Draws draws) throws MailFailure {
        Instant from = randomDay(draws);
        int days = draws.chance(ActionPurpose.CALENDAR, 1, WEEKS) ? WEEK_DAYS : MONTH_DAYS;
        Instant until = from.plus(Duration.ofDays(days));
        List<String> expected = new ArrayList<>(
                loaded.map(data -> data.eventsIn(loadedEvents, from, until)).orElse(List.of()));
        ownEvents.stream()
                .filter(event -> event.isWithin(from, until))
                .forEach(event -> expected.add(event.uid() + ".ics"));
        requireAll(expected, dav.calendar().browse(from, until));
    }

    private static void requireAll(List<String> expected, List<DavObject> found) throws MailFailure {
        List<String> missing = new ArrayList<>(expected);
        missing.removeAll(found.stream().map(DavObject::name).toList());
        if (!missing.isEmpty()) {
            throw new MailFailure(
                    MailError.WRONG_ANSWER,
                    "the answer lacks " + missing.size() + " of " + expected.size() + " known objects, such as "
                            + missing.getFirst(),
                    false);
        }
    }

    void create(CalendarEvent event) throws MailFailure {
        byte[] text = event.stored(Instant.now().getEpochSecond());
        try {
            dav.calendar().create(event.uid() + ".ics", text);
        } catch (MailFailure e) {
            agentCounters.add(MailMeasure.EVENTS_UNCERTAIN, e.leftNoEffect() ? 0 : 1);
            throw e;
        }
        agentCounters.add(MailMeasure.EVENTS_CREATED, 1);
        ownEvents.add(event);
        if (ownEvents.size() > MAX_OWN_EVENTS) {
            ownEvents.remove();
        }
    }

    /** Answers an invitation; returns false when the calendar has none. */
    boolean reply(Draws draws) throws MailFailure {
        List<String> known = invitations;
        if (known == null || known.isEmpty()) {
            return false;
        }
        String name = known.get(draws.between(ActionPurpose.CALENDAR, 0, 0, known.size() - 1));
        Participation drawn = Participation.draw(draws);
        dav.calendar().update(name, text -> withAnswer(text, drawn));
        return true;
    }

    /** Returns an answer that differs from the present one: an unchanged event may keep its ETag. */
    private Optional<String> withAnswer(String text, Participation drawn) {
        String unfolded = ContentLine.unfolded(text).toUpperCase(Locale.ROOT);
        Participation answer = drawn;
        if (unfolded.contains("PARTSTAT=" + drawn.name())) {
            answer = drawn == Participation.ACCEPTED ? Participation.TENTATIVE : Participation.ACCEPTED;
        }
        return CalendarEvent.answered(text, session.account(user).address(), answer);
    }

    void freeBusy(Draws draws) throws MailFailure {
        List<Account> attendees = new ArrayList<>();
        for (int other : RecipientCounts.draw(draws, user, session.users(), QUERIED_USERS)) {
            attendees.add(session.account(other));
        }
        Instant from = randomDay(draws);
        int busy = dav.freeBusy(attendees, from, from.plus(Duration.ofDays(WEEK_DAYS)));
        agentCounters.add(MailMeasure.EMPTY_FREE_BUSY, busy == 0 ? 1 : 0);
    }

    void find(Draws draws) throws MailFailure {
        requireAll(
                loaded.map(data -> data.cardsMatching(draws)).orElse(List.of()),
                dav.contacts().find(Contact.searchName(draws)));
    }

    void addContact(Draws draws, String uid) throws MailFailure {
        byte[] card = Contact.card(uid, draws);
        try {
            dav.contacts().create(uid + ".vcf", card);
        } catch (MailFailure e) {
            agentCounters.add(MailMeasure.CONTACTS_UNCERTAIN, e.leftNoEffect() ? 0 : 1);
            throw e;
        }
        agentCounters.add(MailMeasure.CONTACTS_ADDED, 1);
    }
}
