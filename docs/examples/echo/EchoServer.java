// SPDX-License-Identifier: Apache-2.0
package com.example.echo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.plateaubench.process.Lifeline;
import org.plateaubench.process.ReadyLine;

/** The system under test, in a JVM of its own: sends back what it receives. Ends when the harness ends. */
public final class EchoServer {
    private EchoServer() {}

    /** Argument: port on loopback, 0 for a free one. */
    public static void main(String[] arguments) throws IOException {
        Lifeline.watch(Duration.ofSeconds(5));
        try (ServerSocket server = new ServerSocket(Integer.parseInt(arguments[0]), 50, InetAddress.getLoopbackAddress())) {
            ReadyLine.announce(Integer.toString(server.getLocalPort()));
            while (true) {
                Socket client = server.accept();
                Thread.ofVirtual().start(() -> echo(client));
            }
        }
    }

    private static void echo(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            // The client has disconnected.
        }
    }
}
