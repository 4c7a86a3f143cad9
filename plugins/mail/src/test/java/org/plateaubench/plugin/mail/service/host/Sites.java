// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import org.plateaubench.api.SutAddress;

/** What every mail site has to do, asked in tests. */
public final class Sites {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Sites() {}

    /** Waits for something, asked again and again. */
    public static void eventually(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).as(what + " within " + LIMIT).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    /** How many messages a user's inbox holds that have a text. */
    public static int count(SutAddress site, String login, String text) throws IOException, GeneralSecurityException {
        try (Conversation imap = Conversation.signedIn(site, login)) {
            imap.imap("SELECT INBOX");
            String found = imap.imap("UID SEARCH BODY \"" + text + "\"").getFirst();
            return found.strip().split(" ", -1).length - 2;
        }
    }

    /** The status of a DAV request. */
    public static HttpResponse<String> dav(
            SutAddress site, String login, String password, String method, String path, String body)
            throws IOException, InterruptedException {
        String secret = Base64.getEncoder().encodeToString((login + ":" + password).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create(site.property("davUrl") + path))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(LIMIT)
                .header("Authorization", "Basic " + secret)
                .header("Depth", "1")
                .header("Content-Type", path.endsWith(".ics") ? "text/calendar" : "application/xml")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    /** Processes whose command names a folder, which is that of a SUT. */
    public static List<ProcessHandle> processesOf(java.nio.file.Path folder) {
        List<ProcessHandle> found = new ArrayList<>();
        ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(folder.toString()))
                .forEach(found::add);
        return found;
    }
}
