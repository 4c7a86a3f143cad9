// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.content.Letter;
import org.plateaubench.plugin.mail.content.MessageComposer;
import org.plateaubench.plugin.mail.data.BulkMailbox.MessageNumber;
import org.plateaubench.plugin.mail.data.BulkMailbox.NewMessage;
import org.plateaubench.plugin.mail.model.Scale;
import org.plateaubench.plugin.mail.protocol.Flag;

/**
 * The messages of every mailbox, each a function of the data's seed, the account, the folder and its number; its sender
 * does not depend on the number of users. Immutable.
 */
final class Population {
    /** Number of people that mail comes from and goes to. */
    private static final int CORRESPONDENTS = 100;

    private static final Duration YEAR = Duration.ofDays(365);
    /** Start of the last part of the inbox, in which half is unread. */
    private static final double RECENT = 0.9;

    private static final double UNREAD_RECENT = 0.5;
    private static final double UNREAD_OLD = 0.02;
    private static final double ANSWERED = 0.2;
    private static final double FLAGGED = 0.05;

    private final Scale scale;
    private final long seed;
    private final MailSite site;
    private final Instant end;
    private final String id;

    /** Creates a population whose dates are in the year before a day. */
    Population(Scale scale, long seed, MailSite site, LocalDate day) {
        this.scale = scale;
        this.seed = seed;
        this.site = site;
        this.end = day.atStartOfDay(ZoneOffset.UTC).toInstant();
        this.id = id(scale, seed, day);
    }

    /** Returns an id that distinguishes this population from every other one. */
    static String id(Scale scale, long seed, LocalDate day) {
        return HexFormat.of()
                .toHexDigits(KeyedRandom.key(KeyedRandom.key(seed, scale.text()), day.toEpochDay()))
                .substring(0, 12);
    }

    Scale scale() {
        return scale;
    }

    private Draws draws(int account, int folder, int index) {
        return Draws.of(KeyedRandom.key(KeyedRandom.key(KeyedRandom.key(seed, account), folder), index));
    }

    String id() {
        return id;
    }

    /** Returns an account of the site, independent of the run's users; never the given account. */
    String correspondent(Draws draws, Account account) {
        int max = Math.min(CORRESPONDENTS, site.accounts());
        int number = draws.between(DataPurpose.CORRESPONDENT, 0, 1, max);
        return site.account(number == account.number() && max > 1 ? number % max + 1 : number)
                .address();
    }

    boolean has(MessageNumber number, int folder) {
        return number.data().equals(id) && number.folder() == folder && number.index() < scale.messages(folder);
    }

    /** Returns the bits of the {@link Flag}s of a message. */
    int flags(int account, int folder, int index) {
        Draws draws = draws(account, folder, index);
        boolean isRecent = index >= RECENT * scale.messages(folder);
        if (folder == 0 && draws.chance(DataPurpose.UNREAD, 0, isRecent ? UNREAD_RECENT : UNREAD_OLD)) {
            return 0;
        }
        int flags = Flag.SEEN.bit();
        if (folder != 1 && draws.chance(DataPurpose.ANSWERED, 0, ANSWERED)) {
            flags |= Flag.ANSWERED.bit();
        }
        if (folder != 1 && draws.chance(DataPurpose.FLAGGED, 0, FLAGGED)) {
            flags |= Flag.FLAGGED.bit();
        }
        return flags;
    }

    /** Returns the complete message: its drawn size plus the line with its number. */
    NewMessage message(Account account, int folder, int index) {
        Draws draws = draws(account.number(), folder, index);
        String correspondent = correspondent(draws, account);
        boolean isSent = folder == 1;
        // The higher the number of a message, the later its date.
        double back = (scale.messages(folder) - index - draws.uniform(DataPurpose.DATE, 0)) / scale.messages(folder);
        Instant date = end.minusSeconds((long) (back * YEAR.toSeconds()));
        Letter letter = new Letter(
                isSent ? account.address() : correspondent,
                List.of(isSent ? correspondent : account.address()),
                date.toEpochMilli(),
                "<" + id + "." + account.number() + "." + folder + "." + index + "@plateau.invalid>",
                null);
        byte[] text = MessageComposer.compose(letter, scale.sizes().draw(draws), draws);
        byte[] line = new MessageNumber(id, folder, index).line().getBytes(StandardCharsets.US_ASCII);
        byte[] whole = Arrays.copyOf(line, line.length + text.length);
        System.arraycopy(text, 0, whole, line.length, text.length);
        return new NewMessage(whole, flags(account.number(), folder, index), date);
    }

    /** Returns the approximate size of all messages of a mailbox, bytes. */
    static long bytes(Scale scale) {
        return (long) (scale.sizes().meanBytes() * scale.messages());
    }

    /** The purposes of draws for a message, except for its content. The numbers are part of the meaning of a seed. */
    private static final class DataPurpose {
        static final int UNREAD = 1;
        static final int ANSWERED = 2;
        static final int FLAGGED = 3;
        static final int DATE = 4;
        static final int CORRESPONDENT = 5;

        private DataPurpose() {}
    }
}
