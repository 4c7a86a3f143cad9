// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.mail.content.CalendarEvent;
import org.plateaubench.plugin.mail.content.CalendarText;
import org.plateaubench.plugin.mail.content.Contact;
import org.plateaubench.plugin.mail.site.Account;

/** The events and cards of every account, each a function of the data's seed, the account and its number. Immutable. */
public final class GroupwareData {
    /** Days that events extend before and after the day on which the data was created. */
    static final int DAYS_EACH_WAY = 90;

    private static final int INVITED_EVERY = 5;
    private static final String INVITED = "-invited-";
    private static final String EVENT = "-event-";
    private static final String CARD = "-card-";
    private static final long EVENTS = -1;
    private static final long CARDS = -2;

    private final long seed;
    private final Population population;
    private final LocalDate day;
    private final long stampSeconds;

    GroupwareData(long seed, Population population, LocalDate day) {
        this.seed = seed;
        this.population = population;
        this.day = day;
        this.stampSeconds = day.atStartOfDay(ZoneOffset.UTC).toEpochSecond();
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

    private static Draws draws(long seed, int account, long kind, int index) {
        return Draws.of(KeyedRandom.key(KeyedRandom.key(KeyedRandom.key(seed, account), kind), index));
    }

    private String stem(String kind, Account account, int index) {
        return population.id() + "-" + account.number() + kind + index;
    }

    String eventName(Account account, int index) {
        return stem(index % INVITED_EVERY == 0 ? INVITED : EVENT, account, index) + ".ics";
    }

    String cardName(Account account, int index) {
        return stem(CARD, account, index) + ".vcf";
    }

    byte[] event(Account account, int index) {
        Instant first =
                day.minusDays(DAYS_EACH_WAY).atStartOfDay(ZoneOffset.UTC).toInstant();
        String name = eventName(account, index);
        Draws draws = draws(seed, account.number(), EVENTS, index);
        CalendarEvent event = CalendarEvent.draw(
                name.substring(0, name.lastIndexOf('.')), first.getEpochSecond(), 2 * DAYS_EACH_WAY, draws);
        if (isInvitation(name)) {
            event = event.inviting(population.correspondent(draws, account), List.of(account.address()));
        }
        return CalendarText.stored(event, stampSeconds);
    }

    byte[] card(Account account, int index) {
        String name = cardName(account, index);
        return Contact.card(name.substring(0, name.lastIndexOf('.')), draws(seed, account.number(), CARDS, index));
    }
}
