// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.util.List;

/**
 * A message prepared for sending, with the bytes after {@code DATA}, so that this does not count as the server's time.
 */
@SuppressWarnings("ArrayRecordComponent")
public record OutgoingMail(String sender, List<String> recipients, byte[] wire, int sizeBytes) {
    private static final byte[] END = {'\r', '\n', '.', '\r', '\n'};

    /**
     * Prepares a message with CRLF as line ends: doubles dots at the beginning of lines, and appends the end (RFC
     * 5321, 4.5.2).
     */
    public static OutgoingMail of(String sender, List<String> recipients, byte[] message) {
        return new OutgoingMail(sender, List.copyOf(recipients), stuffed(message), message.length);
    }

    private static byte[] stuffed(byte[] message) {
        int dots = 0;
        for (int at = dot(message, 0); at >= 0; at = dot(message, at + 1)) {
            dots++;
        }
        int ended = endsWithLineEnd(message) ? 2 : 0;
        byte[] wire = new byte[message.length + dots + END.length - ended];
        int from = 0;
        int to = 0;
        for (int at = dot(message, 0); at >= 0; at = dot(message, at + 1)) {
            System.arraycopy(message, from, wire, to, at - from);
            to += at - from;
            wire[to++] = '.';
            from = at;
        }
        System.arraycopy(message, from, wire, to, message.length - from);
        System.arraycopy(END, ended, wire, wire.length - END.length + ended, END.length - ended);
        return wire;
    }

    /** Returns the first dot at the beginning of a line, at {@code from} or later; -1 for none. */
    private static int dot(byte[] message, int from) {
        for (int i = from; i < message.length; i++) {
            if (message[i] == '.' && (i == 0 || message[i - 1] == '\n')) {
                return i;
            }
        }
        return -1;
    }

    private static boolean endsWithLineEnd(byte[] message) {
        int length = message.length;
        return length >= 2 && message[length - 2] == '\r' && message[length - 1] == '\n';
    }
}
