// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;

class GreetingsTest {
    @Test
    void anotherProgramThatTookThePortOfHttpIsNotTheServer(@TempDir Path folder) throws Exception {
        List<String> command = List.of("/bin/sleep", "60");
        try (ServerProcess child =
                ServerProcess.begin(ServerCommand.java("a server", command, folder, folder.resolve("log")))) {
            assertThat(isReady(child, "+OK another program\r\n")).isFalse();
            assertThat(isReady(child, "HTTP/1.1 401 Unauthorized\r\n\r\n")).isTrue();
        }
    }

    private static boolean isReady(ServerProcess child, String answer) throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FutureTask<Void> program = new FutureTask<>(() -> {
                try (Socket caller = listener.accept()) {
                    caller.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                    return null;
                }
            });
            Thread.ofVirtual().start(program);
            boolean ready = new Greetings(Map.of(listener.getLocalPort(), Greetings.HTTP))
                    .probe(child)
                    .isPresent();
            program.get();
            return ready;
        }
    }
}
