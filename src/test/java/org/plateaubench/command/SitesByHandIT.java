// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The sites that workloads drive, started manually for a user who wants to see them. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
final class SitesByHandIT {
    private static final Pattern ADDRESS = Pattern.compile("browser: (http://127\\.0\\.0\\.1:\\d+/)");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theSiteIsStartedByHandIsOpenedAndEndsWithItsKeeper() throws Exception {
        SutCommands sut = new SutCommands(folder);
        try {
            LaunchedPlateau started = sut.launch("start", "olio", "--set", "loadUsers=25");
            assertThat(started.exitCode()).as(started.everything()).isZero();
            Matcher address = ADDRESS.matcher(started.output());
            assertThat(address.find()).as(started.everything()).isTrue();
            HttpResponse<String> home = get(address.group(1));
            assertThat(home.statusCode()).isEqualTo(200);
            assertThat(home.body()).contains("/events/", "/static/", "/images/events/");
            assertThat(get(address.group(1) + "harness/state").statusCode()).isEqualTo(403);
            sut.killKeeper("olio", Duration.ofSeconds(30));
        } finally {
            sut.together(List.of("stop olio", "clear olio"));
        }
    }

    @Test
    void aSiteIsStartedByOneCommandAndNothingIsLeftOfItWhenItIsStopped() throws IOException, InterruptedException {
        SutCommands sut = new SutCommands(folder);
        LaunchedPlateau started = sut.launch("start", "dovecot");
        CommandsInOne.Done status;
        try {
            assertThat(started.exitCode()).as(started.everything()).isZero();
            assertThat(started.output())
                    .contains("dovecot (dovecot) runs", "openssl s_client", "password: in ", "calendars and contacts")
                    .contains("/plateau sut stop dovecot");
            assertThat(MailRun.processesOf(folder)).isNotEmpty();
        } finally {
            status = sut.together(List.of("status", "stop dovecot")).getFirst();
        }
        assertThat(status.output()).as(status.everything()).contains("dovecot", "running");
        Await.until(
                Duration.ofMinutes(2),
                () -> "left behind " + MailRun.processesOf(folder),
                () -> MailRun.processesOf(folder).isEmpty());
        assertThat(sut.launch("clear", "dovecot").exitCode()).isZero();
        assertThat(folder.resolve(".plateau/suts/dovecot/service/mail")).doesNotExist();
    }

    private static HttpResponse<String> get(String address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(address))
                            .timeout(Duration.ofSeconds(20))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }
}
