// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.data.BulkMailbox.FolderState;
import org.plateaubench.plugin.mail.data.BulkMailbox.FoundMessage;
import org.plateaubench.plugin.mail.data.BulkMailbox.NewMessage;
import org.plateaubench.plugin.mail.imap.Flag;
import org.plateaubench.plugin.mail.site.Account;

/**
 * Brings the folders of one account to the content of the population, from any state: empty, left by an interrupted
 * load, or changed by users. Messages of the population in their folder stay, all other messages in these folders are
 * removed, and missing ones, for example those moved elsewhere, are created again.
 */
final class FolderRestorer {
    /** Most messages in progress at the same time, with a bound on their bytes: the server holds them in memory. */
    private static final int BATCH_MESSAGES = 64;

    private static final long BATCH_BYTES = 4L << 20;

    private final Population population;
    private final Account account;
    private final BulkMailbox mailbox;
    private final IntConsumer done;

    /**
     * Creates the restoring of one account.
     *
     * @param done receives numbers of messages that are correct
     */
    FolderRestorer(Population population, Account account, BulkMailbox mailbox, IntConsumer done) {
        this.population = population;
        this.account = account;
        this.mailbox = mailbox;
        this.done = done;
    }

    /**
     * Restores the folders.
     *
     * @param existing names of the existing folders
     */
    void run(Set<String> existing) throws MailFailure, InterruptedException {
        List<String> folders = Folders.filled();
        for (int folder = 0; folder < folders.size(); folder++) {
            if (!existing.contains(folders.get(folder))) {
                mailbox.create(folders.get(folder));
            }
            restore(folder, folders.get(folder));
        }
    }

    private void restore(int folder, String name) throws MailFailure, InterruptedException {
        FolderState state = mailbox.select(name);
        boolean[] there = new boolean[population.scale().messages(folder)];
        int kept = state.messages() == 0 ? 0 : tidy(folder, there, mailbox.scan(1));
        done.accept(kept);
        if (kept < there.length) {
            append(folder, name, there);
        }
    }

    /**
     * Removes messages that do not belong there, corrects flags, and returns how many of the population are present.
     */
    private int tidy(int folder, boolean[] there, List<FoundMessage> all) throws MailFailure {
        List<Long> strange = new ArrayList<>();
        List<FoundMessage> own = new ArrayList<>();
        for (FoundMessage found : all) {
            MessageNumber number = found.number();
            // A copy of it may have been forwarded: such a copy has a token.
            if (number == null || found.token() != null || !population.has(number, folder) || there[number.index()]) {
                strange.add(found.uid());
            } else {
                there[number.index()] = true;
                own.add(found);
            }
        }
        if (!strange.isEmpty()) {
            mailbox.remove(strange);
        }
        correct(folder, own);
        return own.size();
    }

    private void correct(int folder, List<FoundMessage> own) throws MailFailure {
        Map<Flag, List<Long>> missing = new EnumMap<>(Flag.class);
        Map<Flag, List<Long>> wrong = new EnumMap<>(Flag.class);
        for (FoundMessage found : own) {
            MessageNumber number = found.number();
            Set<Flag> wanted = number == null ? Set.of() : population.marks(account.number(), folder, number.index());
            for (Flag flag : Flag.values()) {
                if (wanted.contains(flag) != found.marks().contains(flag)) {
                    (wanted.contains(flag) ? missing : wrong)
                            .computeIfAbsent(flag, any -> new ArrayList<>())
                            .add(found.uid());
                }
            }
        }
        for (Map.Entry<Flag, List<Long>> entry : missing.entrySet()) {
            mailbox.flag(entry.getValue(), entry.getKey(), true);
        }
        for (Map.Entry<Flag, List<Long>> entry : wrong.entrySet()) {
            mailbox.flag(entry.getValue(), entry.getKey(), false);
        }
    }

    private void append(int folder, String name, boolean[] there) throws MailFailure, InterruptedException {
        List<NewMessage> batch = new ArrayList<>();
        long bytes = 0;
        for (int index = 0; index < there.length; index++) {
            if (there[index]) {
                continue;
            }
            NewMessage message = population.message(account, folder, index);
            if (!batch.isEmpty() && (batch.size() == BATCH_MESSAGES || bytes + message.bytes().length > BATCH_BYTES)) {
                put(name, batch);
                bytes = 0;
            }
            batch.add(message);
            bytes += message.bytes().length;
        }
        put(name, batch);
    }

    private void put(String name, List<NewMessage> batch) throws MailFailure, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        mailbox.append(name, batch);
        done.accept(batch.size());
        batch.clear();
    }
}
