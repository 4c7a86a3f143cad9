// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.share;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Replays recorded traffic with plain sockets: as many bytes, in as many pieces, over as many connections, against a
 * thread that answers at once. Every client has at least this cost.
 */
final class BareReplay implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final BlockingQueue<List<Wire.Step>> asked = new LinkedBlockingQueue<>();
    private final Map<Integer, Socket> mine = new HashMap<>();
    private final Map<Integer, Socket> theirs = new HashMap<>();
    private final byte[] buffer = new byte[1 << 16];

    BareReplay() throws IOException {
        Thread.ofPlatform().daemon().start(this::answer);
    }

    /** Makes the other side ready; connections that are not opened by the steps are there then. */
    void prepare(List<Wire.Step> steps) throws IOException {
        for (Wire.Step step : steps) {
            boolean opens = steps.stream()
                    .anyMatch(other -> other.connection() == step.connection() && other.what() == Wire.What.OPEN);
            if (!opens && !mine.containsKey(step.connection())) {
                Wire.Step open = new Wire.Step(step.connection(), Wire.What.OPEN, 0);
                asked.add(List.of(open));
                play(open);
            }
        }
        asked.add(steps);
    }

    /** Plays what was prepared. */
    void play(List<Wire.Step> steps) throws IOException {
        for (Wire.Step step : steps) {
            play(step);
        }
    }

    private void play(Wire.Step step) throws IOException {
        switch (step.what()) {
            case OPEN -> {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
                socket.setTcpNoDelay(true);
                mine.put(step.connection(), socket);
            }
            case ASK -> write(known(mine, step), step.bytes());
            case ANSWER -> read(known(mine, step), step.bytes());
            case CLOSE -> end(mine, step.connection());
        }
    }

    private void answer() {
        byte[] room = new byte[1 << 16];
        try {
            while (true) {
                for (Wire.Step step : asked.take()) {
                    answer(step, room);
                }
            }
        } catch (IOException | InterruptedException e) {
            // Closed.
        }
    }

    private void answer(Wire.Step step, byte[] room) throws IOException {
        switch (step.what()) {
            case OPEN -> {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                theirs.put(step.connection(), socket);
            }
            case ASK -> read(known(theirs, step), step.bytes(), room);
            case ANSWER -> write(known(theirs, step), step.bytes());
            case CLOSE -> end(theirs, step.connection());
        }
    }

    private static @Nullable Socket known(Map<Integer, Socket> sockets, Wire.Step step) {
        return sockets.get(step.connection());
    }

    private void read(@Nullable Socket socket, int bytes) throws IOException {
        read(socket, bytes, buffer);
    }

    /** A last word that came after the end, such as the answer to a goodbye, is left out. */
    private static void read(@Nullable Socket socket, int bytes, byte[] room) throws IOException {
        if (socket == null) {
            return;
        }
        InputStream in = socket.getInputStream();
        for (int left = bytes; left > 0; ) {
            int count = in.read(room, 0, Math.min(left, room.length));
            if (count < 0) {
                return;
            }
            left -= count;
        }
    }

    private static void write(@Nullable Socket socket, int bytes) throws IOException {
        if (socket != null) {
            socket.getOutputStream().write(new byte[bytes]);
        }
    }

    private static void end(Map<Integer, Socket> sockets, int connection) throws IOException {
        Socket socket = sockets.remove(connection);
        if (socket != null) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : mine.values()) {
            socket.close();
        }
    }
}
