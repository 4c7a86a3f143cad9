// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/** {@code plateau sut} in a folder, and the processes that it starts. */
record SutCommands(Path folder) {
    /** Runs a command with the launcher. */
    LaunchedPlateau launch(String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("sut"));
        all.addAll(Arrays.asList(arguments));
        return LaunchedPlateau.run(folder, all.toArray(String[]::new));
    }

    /** Runs commands one after the other in one JVM; spaces separate the arguments of each. */
    List<CommandBatch.Result> runInOneJvm(List<String> each) throws IOException, InterruptedException {
        CommandBatch commands = new CommandBatch(folder, Map.of());
        each.forEach(command -> commands.add(("sut " + command).split(" ", -1)));
        return commands.run();
    }

    /** The file that records a SUT. */
    Path record(String name) {
        return folder.resolve(".plateau/suts/" + name + "/sut.json");
    }

    private ProcessHandle keeper(String name) throws IOException {
        long process = new ObjectMapper()
                .readTree(Files.readString(record(name)))
                .path("keeperPid")
                .asLong();
        return ProcessHandle.of(process).orElseThrow();
    }

    /** The processes below the keeper of a SUT. */
    List<ProcessHandle> servers(String name) throws IOException {
        List<ProcessHandle> servers = keeper(name).descendants().toList();
        assertThat(servers).as(name).isNotEmpty();
        return servers;
    }

    /** Kills the keeper of a SUT, and requires that all its servers end within a time. */
    void killKeeper(String name, Duration limit) throws IOException, InterruptedException {
        List<ProcessHandle> servers = servers(name);
        LaunchedPlateau.signal(keeper(name).pid(), "KILL");
        Await.until(
                limit,
                () -> "orphans of " + name + " " + servers,
                () -> servers.stream().noneMatch(ProcessHandle::isAlive));
    }
}
