// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A SUT on a loopback socket that answers every line with a byte and notes what it received. */
final class RecordingSut implements AutoCloseable {
    private final ServerSocket listening;
    private final List<Request> received = Collections.synchronizedList(new ArrayList<>());

    /**
     * One request, as it came over the socket.
     *
     * @param sequence number of the user or lane that it belongs to
     * @param unitNumber number of its unit
     * @param position its position in the unit
     * @param unitLength operations in the unit
     * @param line all of it: operation and drawn keys besides
     */
    record Request(int sequence, long unitNumber, int position, int unitLength, String line) {
        static Request of(String line) {
            String[] words = line.split(" ", 5);
            return new Request(
                    Integer.parseInt(words[0]),
                    Long.parseLong(words[1]),
                    Integer.parseInt(words[2]),
                    Integer.parseInt(words[3]),
                    line);
        }
    }

    RecordingSut() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("recording-sut").start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** What was received since the last call, in the order of arrival. */
    List<Request> takeReceived() {
        synchronized (received) {
            List<Request> taken = List.copyOf(received);
            received.clear();
            return taken;
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                received.add(Request.of(line));
                socket.getOutputStream().write('+');
            }
        } catch (IOException e) {
            // The client is gone, which is how a conversation ends here.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
