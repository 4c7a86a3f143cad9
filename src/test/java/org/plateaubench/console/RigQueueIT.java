// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.plateaubench.command.Await;
import org.plateaubench.command.Forked;
import org.plateaubench.command.LaunchedPlateau;
import org.plateaubench.command.RigPage;
import org.plateaubench.command.SharedRig;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.RunReader;

/** A run of the console's queue whose load comes from an agent of a broker; all of them are processes. */
@Tag("slow")
@Order(1)
@ResourceLock(LaunchedPlateau.DRIVEN_BY_RIG)
final class RigQueueIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @RegisterExtension
    static final SharedRig RIG = new SharedRig();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aRunOfTheQueueIsDrivenByAnAgentOfTheBroker() throws IOException, InterruptedException {
        RIG.agents("load1");
        int redis = Forked.freePort();
        String file = SharedRig.runFile(redis, "2s", "rig: { agents: [ { name: load1 } ], onSutHosts: allow }\n");
        try (Forked server = Forked.redis(folder, redis);
                ConsoleProcess console = ConsoleProcess.start(folder, 0)) {
            assertThat(server.isAlive()).isTrue();
            SignedIn admin = SignedIn.first(console);
            HttpResponse<byte[]> refused = submit(admin, file);
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(SignedIn.text(refused)).contains("this console has no credentials of one");
            // As an administrator does it while the console runs.
            RIG.ofBroker(RigPage.command("./plateau broker add-controller console")
                    .replace(
                            ".plateau/console/rig.credentials",
                            folder.resolve("console/rig.credentials").toString()));

            Map<String, Object> item = over(admin, submit(admin, file), console);

            assertThat(item.get("runId")).as(item + console.everything()).isNotNull();
            Path run = folder.resolve("runs").resolve(String.valueOf(item.get("runId")));
            Map<String, Object> result = Documents.parse(Files.readString(run.resolve("result.json")));
            assertThat(result).as(item.toString()).containsEntry("status", "completed");
            assertThat(RunReader.read(run).intervals())
                    .isNotEmpty()
                    .allMatch(interval -> interval.agent().equals("load1"));
        }
    }

    private static HttpResponse<byte[]> submit(SignedIn admin, String text) throws IOException, InterruptedException {
        return admin.send("POST", "/queue", Documents.line(Map.of("text", text)));
    }

    private static Map<String, Object> over(SignedIn admin, HttpResponse<byte[]> sent, ConsoleProcess console) {
        assertThat(sent.statusCode()).as(SignedIn.text(sent)).isEqualTo(201);
        Object id = SignedIn.json(sent).get("id");
        Map<String, Object> last = new HashMap<>();
        Await.until(PATIENCE, () -> last + console.everything(), () -> {
            last.putAll(admin.json("/queue/" + id));
            return last.get("endedAt") != null;
        });
        return last;
    }
}
