// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/**
 * The refusals of agents with a file of {@code --allow}, so that the credentials of a controller do not give a shell on
 * their hosts. Every run of {@code load1} of {@link SharedRig} shows that such an agent executes what its file names.
 */
@Tag("slow")
@Order(1)
@ResourceLock(LaunchedPlateau.DRIVEN_BY_RIG)
final class AllowedWorkIT {
    private static final Duration END = Duration.ofMinutes(1);
    private static final String ECHO = """
            suts: { told: { service: command, mode: external, program: %s, arguments: [told, "7"] } }
            workloads: { none: { plugin: proving/fetch, load: { users: 1 }, parameters: { origin: "http://127.0.0.1:1" } } }
            """;

    @RegisterExtension
    static final SharedRig RIG = new SharedRig();

    @TempDir
    private Path folder = Path.of("");

    /**
     * A run that is refused.
     *
     * @param agent agent that refuses it
     * @param runFile SUTs and workloads of the run
     * @param sentence what controller and agent say
     */
    private record Refused(String agent, String runFile, Pattern sentence) {}

    @Test
    void whatTheFileDoesNotNameIsRefusedBeforeTheLoadInASentenceOfRunAndAgent()
            throws IOException, InterruptedException {
        RIG.agents("load1");
        RIG.agent("strict", Map.of(), "--allow", RIG.allowFile("plugins/redis/").toString());
        Path driver = FabanIT.driver(folder, "PagesDriver");
        // As the page says that it would be allowed: workload, parameter and value.
        String[] line = RigPage.blocks(RigPage.section("What is sent, and what an agent runs"), "").stream()
                .flatMap(String::lines)
                .filter(each -> each.endsWith(" /opt/drivers/web.jar"))
                .findFirst()
                .orElseThrow()
                .split(" ", -1);
        String driven = "workloads: { driven: { plugin: faban, load: { users: 1 }, parameters: { driverJar: \"" + driver
                + "\" } } }\n";
        List<Refused> all = List.of(
                new Refused(
                        "strict",
                        ECHO.formatted("/bin/echo"),
                        Pattern.compile(
                                "Agent strict may not run \\S+\\.jar of plugin [a-z]+: its administrator has not"
                                        + " allowed the digest [0-9a-f]{64} \\(--allow\\)\\.")),
                new Refused("load1", ECHO.formatted("/bin/cat"), value("program '/bin/cat' of telemetry/command")),
                new Refused("load1", driven, value(line[1] + " '" + driver + "' of " + line[0])));

        List<CommandsInOne.Done> done = run(all);

        for (int i = 0; i < all.size(); i++) {
            Pattern sentence = all.get(i).sentence();
            assertThat(done.get(i).exitCode()).as(done.get(i).everything()).isEqualTo(3);
            assertThat(done.get(i).errors()).containsPattern(sentence);
            JsonNode result = RunFolder.only(folder.resolve("runs-" + i)).json("result.json");
            assertThat(result.path("status").asString()).isEqualTo("not-started");
            assertThat(result.path("conclusion").path("detail").asString()).containsPattern(sentence);
            LaunchedPlateau agent = RIG.process(all.get(i).agent());
            Await.until(
                    END,
                    agent::everything,
                    () -> sentence.matcher(agent.everything()).find());
        }
    }

    private static Pattern value(String what) {
        return Pattern.compile(
                Pattern.quote("Agent load1 may not use " + what + ": its administrator has not allowed it (--allow)."));
    }

    private List<CommandsInOne.Done> run(List<Refused> all) throws IOException, InterruptedException {
        CommandsInOne commands = new CommandsInOne(folder, Map.of());
        for (int i = 0; i < all.size(); i++) {
            Path file = Files.writeString(
                    folder.resolve("refused-" + i + ".yaml"),
                    "run: { name: refused, seed: 1 }\nphases: { rampUp: 1s, steady: 1s, rampDown: 1s }\n"
                            + all.get(i).runFile());
            commands.add(
                    "run",
                    file.toString(),
                    "--agents",
                    all.get(i).agent(),
                    "--credentials",
                    RIG.credentials("add-controller", "desk"),
                    "--runs-dir",
                    folder.resolve("runs-" + i).toString());
        }
        return commands.run();
    }
}
