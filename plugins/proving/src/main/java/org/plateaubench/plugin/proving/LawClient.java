// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.plateaubench.api.SutAddress;

/** A connection that reads the counts and settings of the server. For use by one thread. */
public final class LawClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 5_000;

    private final Socket socket;
    private final DataInputStream in;

    private LawClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
    }

    /** Connects; the time limit is 5 s, also for each answer. */
    public static LawClient connect(InetSocketAddress place) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(place, TIMEOUT_MILLIS);
            return new LawClient(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    public static InetSocketAddress place(SutAddress sut) {
        return new InetSocketAddress(sut.property("host"), Integer.parseInt(sut.property("port")));
    }

    static Map<String, String> properties(String host, int port) {
        return Map.of("host", host, "port", Integer.toString(port));
    }

    public ServerCounts.Totals totals(long key) throws IOException {
        request(Frames.TOTALS, key);
        return ServerCounts.Totals.read(ByteBuffer.wrap(in.readNBytes(ServerCounts.Totals.FIELDS * Long.BYTES)));
    }

    public String description() throws IOException {
        request(Frames.DESCRIPTION, 0);
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    Stalls stalls() throws IOException {
        request(Frames.STALLS, 0);
        return new Stalls(new StallPlan(in.readLong(), in.readLong()), in.readLong());
    }

    /** The stalls of a server; the periods of the plan count from its start, {@code nowNanos} ago. */
    record Stalls(StallPlan plan, long nowNanos) {}

    private void request(int kind, long key) throws IOException {
        byte[] request = new byte[Frames.REQUEST_BYTES];
        ByteBuffer.wrap(request).putInt(kind).putInt(0).putLong(key);
        socket.getOutputStream().write(request);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
