// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.angus.mail.iap.Argument;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.eclipse.angus.mail.iap.Response;
import org.eclipse.angus.mail.imap.protocol.IMAPProtocol;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.imap.Flag;

/**
 * Appends messages to one folder: with MULTIAPPEND all by one command, which a server may execute as one transaction;
 * with LITERAL+ by pipelined commands; otherwise one after the other.
 */
final class MessageAppender {
    /** The format of RFC 3501, whose day has two characters. */
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("dd-MMM-yyyy HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final MailLink link;
    private final IMAPProtocol protocol;
    private final String folder;

    MessageAppender(MailLink link, IMAPProtocol protocol, String folder) {
        this.link = link;
        this.protocol = protocol;
        this.folder = folder;
    }

    /** Appends the messages. */
    void put(List<NewMessage> messages) throws MailFailure {
        if (messages.isEmpty()) {
            return;
        }
        boolean literals = protocol.hasCapability("LITERAL+");
        if (literals && protocol.hasCapability("MULTIAPPEND")) {
            put(List.of(messages), 1);
        } else {
            put(messages.stream().map(List::of).toList(), literals ? messages.size() : 1);
        }
    }

    /** Sends commands, with a limit on those without an answer. */
    private void put(List<List<NewMessage>> commands, int outstanding) throws MailFailure {
        try {
            List<String> tags = new ArrayList<>();
            for (List<NewMessage> messages : commands) {
                tags.add(protocol.writeCommand("APPEND", arguments(messages)));
                if (tags.size() >= outstanding) {
                    await(tags);
                }
            }
            await(tags);
        } catch (IOException | ProtocolException e) {
            throw BulkFailures.of(e, link);
        }
    }

    private Argument arguments(List<NewMessage> messages) {
        Argument arguments = new Argument().writeString(folder);
        for (NewMessage message : messages) {
            arguments.writeAtom(Flag.list(message.marks()));
            arguments.writeAtom('"' + date(message.date()) + '"');
            arguments.writeBytes(message.bytes());
        }
        return arguments;
    }

    static String date(Instant instant) {
        return DATE.format(instant);
    }

    private void await(List<String> tags) throws IOException, ProtocolException {
        ProtocolException refused = null;
        while (!tags.isEmpty()) {
            Response response = protocol.readResponse();
            if (response.isBYE()) {
                protocol.handleResult(response);
            }
            if (response.isTagged() && tags.remove(response.getTag())) {
                try {
                    protocol.handleResult(response);
                } catch (ProtocolException e) {
                    refused = refused == null ? e : refused;
                }
            }
        }
        if (refused != null) {
            throw refused;
        }
    }
}
