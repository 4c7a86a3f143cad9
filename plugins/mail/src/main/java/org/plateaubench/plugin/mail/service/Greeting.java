// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;

/** The greeting and the capabilities of a mail server before signing in. */
final class Greeting {
    private static final int LIMIT_MILLIS = 10_000;
    private static final int MOST_LINES = 40;

    private Greeting() {}

    /** Returns the lines, or why there are none, within some tens of seconds. */
    static String of(MailLink link, String question, String last) {
        try (Socket socket = link.connect()) {
            socket.setSoTimeout(LIMIT_MILLIS);
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            List<String> said = new ArrayList<>();
            said.add(String.valueOf(lines.readLine()));
            socket.getOutputStream().write((question + "\r\n").getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            while (said.size() < MOST_LINES) {
                String line = lines.readLine();
                if (line == null) {
                    break;
                }
                said.add(line);
                if (line.startsWith(last)) {
                    break;
                }
            }
            return String.join(" | ", said);
        } catch (MailFailure | IOException e) {
            return "nothing: " + e.getMessage();
        } finally {
            link.abort();
        }
    }
}
