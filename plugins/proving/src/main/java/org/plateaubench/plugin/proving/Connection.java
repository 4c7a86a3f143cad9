// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;

/** A client connection. Only the reader reads requests; a thread that holds the lock writes replies. */
final class Connection {
    private static final int READ_BYTES = 64 * Frames.REQUEST_BYTES;
    private static final int WRITE_BYTES = 4096;

    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BYTES);
    private final ByteBuffer out = ByteBuffer.allocateDirect(WRITE_BYTES);
    private ServerCounts.WorkloadCounts workloadCounts;

    /** A pending answer. */
    record Due(
            Connection connection,
            ServerCounts.WorkloadCounts workloadCounts,
            long word,
            long arrivedNanos,
            long dueNanos)
            implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            return Long.compare(dueNanos - other.dueNanos, 0);
        }
    }

    Connection(SocketChannel channel, ServerCounts.WorkloadCounts workloadCounts) {
        this.channel = channel;
        this.workloadCounts = workloadCounts;
    }

    /** Returns the counts of its workload. Called by the reader only. */
    ServerCounts.WorkloadCounts workloadCounts() {
        return workloadCounts;
    }

    void assignTo(ServerCounts.WorkloadCounts owner) {
        workloadCounts = owner;
    }

    /** Reads into the buffer, which is then ready for reading; false at the end. Called by the reader only. */
    boolean read() throws IOException {
        boolean open = channel.read(in) >= 0;
        in.flip();
        return open;
    }

    ByteBuffer requests() {
        return in;
    }

    void compactRequests() {
        in.compact();
    }

    synchronized void answerGreeting(long word) throws IOException {
        out.clear();
        put(word, 0);
        send();
    }

    /** Sends answers, in one write if they fit. */
    synchronized void answer(List<Due> answers, long nowNanos) throws IOException {
        out.clear();
        for (Due due : answers) {
            if (out.remaining() < Frames.REPLY_BYTES) {
                send();
                out.clear();
            }
            put(due.word(), nowNanos - due.arrivedNanos());
        }
        send();
    }

    private void put(long word, long servedNanos) {
        out.putLong(word).putLong(Frames.proof(word)).putLong(servedNanos);
    }

    synchronized void sendTotals(ServerCounts.Totals totals) throws IOException {
        out.clear();
        totals.write(out);
        send();
    }

    synchronized void sendStalls(StallPlan stalls, long sinceStartNanos) throws IOException {
        out.clear();
        out.putLong(stalls.everyNanos()).putLong(stalls.lengthNanos()).putLong(sinceStartNanos);
        send();
    }

    synchronized void sendDescription(byte[] text) throws IOException {
        out.clear();
        out.putInt(text.length).put(text);
        send();
    }

    /** Writes. A client that does not read its answers loses them, so that they do not delay those of other clients. */
    private void send() throws IOException {
        out.flip();
        channel.write(out);
        if (out.hasRemaining()) {
            throw new IOException("the client does not read");
        }
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // There is nothing left to close.
        }
    }
}
