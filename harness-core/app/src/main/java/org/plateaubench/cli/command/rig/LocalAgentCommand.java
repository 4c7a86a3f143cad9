// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.rig;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.plateaubench.app.AgentProcess.ForkedAgent;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.Signals;
import org.plateaubench.cli.command.StandardInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The agent process that a run starts for an agent of this host; it ends when its standard input does. */
@Command(
        name = "local-agent",
        hidden = true,
        description = "Drives the load of one run for the process that started it.")
public final class LocalAgentCommand implements Callable<Integer> {
    /** After the loss of the controller the agent must release its resources in this time, or is terminated. */
    private static final long END_SECONDS = 5;

    @Option(names = "--name", required = true, description = "Name of the agent.")
    private String name = "";

    @Option(names = "--socket", required = true, description = "Socket of the controller.")
    private Path socket = Path.of("");

    @Option(names = "--clock-origin", required = true, description = "Origin of the controller's clock.")
    private long clockOrigin;

    @Override
    public Integer call() throws IOException {
        // Ctrl-C reaches every process of a terminal, but only the controller decides how the run ends.
        Signals.onInterrupt(() -> {});
        Thread.ofPlatform().daemon().name("plateau-input").start(LocalAgentCommand::endWithInput);
        try (FileOutputStream output = new FileOutputStream(FileDescriptor.out)) {
            ForkedAgent.run(name, socket, clockOrigin, output);
        }
        return ExitCode.PASS.code();
    }

    private static void endWithInput() {
        StandardInput.awaitEnd();
        try {
            TimeUnit.SECONDS.sleep(END_SECONDS);
        } catch (InterruptedException e) {
            // The process must end nevertheless.
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(ExitCode.CANNOT.code());
    }
}
