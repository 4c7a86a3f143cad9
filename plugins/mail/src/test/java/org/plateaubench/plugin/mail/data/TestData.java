// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.data.BulkMailbox.FoundMessage;
import org.plateaubench.plugin.mail.data.BulkMailbox.NewMessage;
import org.plateaubench.plugin.mail.model.CopyIdentity;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.model.Scale;
import org.plateaubench.plugin.mail.protocol.Flag;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.WorkloadContext;

/** Data sets of a few accounts, and the contents of their mailboxes. */
final class TestData {
    static final Scale MAIL = new Scale(12, 4, 7, 0, 0, Sizes.CLASSIC, false);
    static final long SEED = 42;

    private TestData() {}

    record None() {}

    static WorkloadContext<None> context(SutAddress address, int users, long seed, String name) {
        return new WorkloadContext<>(1, name, new None(), address, users, seed);
    }

    static MailDataSet of(SutAddress address, int users) {
        return of(context(address, users, SEED, "mail"), MAIL, "");
    }

    static MailDataSet of(WorkloadContext<?> context, Scale scale, String adopt) {
        return new MailDataSet(context, scale, 4, adopt, Duration.ofMillis(500));
    }

    /** Opens a connection to a mailbox. */
    static BulkMailbox open(SutAddress address, int number) throws MailFailure {
        MailSite site = new MailSite(address);
        return new BulkMailbox(MailLink.imap(new MailSockets(site), Counts.NONE), site.account(number));
    }

    /** Returns number, flags and token of all messages by account and folder, except for the marker, sorted. */
    static Map<String, List<String>> contents(SutAddress address, int users) throws MailFailure {
        Map<String, List<String>> contents = new TreeMap<>();
        for (int number = 1; number <= users; number++) {
            try (BulkMailbox mailbox = open(address, number)) {
                for (String folder : mailbox.folders().keySet()) {
                    if (!folder.equals(Folders.MARKER)) {
                        List<String> messages = new ArrayList<>();
                        boolean any = mailbox.select(folder).messages() > 0;
                        for (FoundMessage found : any ? mailbox.scan(1) : List.<FoundMessage>of()) {
                            messages.add(found.number() + " " + Flag.list(found.flags()) + " " + found.token());
                        }
                        messages.sort(null);
                        contents.put(number + " " + folder, messages);
                    }
                }
            }
        }
        return contents;
    }

    static NewMessage message(String header) {
        return message(header, 0);
    }

    static NewMessage message(String header, int flags) {
        String text = header + "\r\nSubject: somebody's\r\n\r\nWords\r\n";
        return new NewMessage(text.getBytes(StandardCharsets.US_ASCII), flags, Instant.EPOCH);
    }

    static void put(SutAddress address, int number, String folder, NewMessage... messages) throws MailFailure {
        try (BulkMailbox mailbox = open(address, number)) {
            mailbox.append(folder, List.of(messages));
        }
    }

    /** Returns totals with these counters, others being 0. */
    static SentTotals sent(Map<MailMeasure, Long> counters, long deleted) {
        return sent(counters, deleted, Set.of());
    }

    /** Returns totals with these counters, others being 0, and with these accepted copies. */
    static SentTotals sent(Map<MailMeasure, Long> counters, long deleted, Set<Long> copies) {
        return new SentTotals() {
            @Override
            public Acknowledged.Sample acknowledged(String kind) {
                return new Acknowledged.Sample(kind.equals(CopyIdentity.KIND) ? copies : Set.of(), 1);
            }

            @Override
            public long operations(String operation, OutcomeKind outcome) {
                return operation.equals(MailOperation.DELETE.title()) && outcome == OutcomeKind.OK ? deleted : 0;
            }

            @Override
            public long counter(String name) {
                return counters.entrySet().stream()
                        .filter(entry -> entry.getKey().title().equals(name))
                        .mapToLong(Map.Entry::getValue)
                        .sum();
            }
        };
    }
}
