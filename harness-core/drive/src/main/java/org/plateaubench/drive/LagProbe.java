// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import org.plateaubench.api.Execution;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.user.ProbeSchedule;
import org.plateaubench.drive.user.Users;

/**
 * Measures how late this process handles a reply, at the instants of a {@link ProbeSchedule}. At each one a platform
 * thread that does nothing else sends a reply: for users on threads a byte in a pipe, which a thread of the same kind
 * waits for. It is woken as a user is, on virtual threads by the JDK's pollers, and not by a timer, which the scheduler
 * of virtual threads may serve seconds after the replies. Event loops keep the schedule themselves, and are only woken
 * up: a loop that checks its channels before the sender runs is not as late as the sender.
 *
 * <p>The lag counts from the instant, not from the sending, because whatever stops the process also stops the sender.
 * So it includes the sender's own wait for a processor, which is not longer than that of another thread.
 */
final class LagProbe implements Runnable {
    private final RunContext run;
    private final Users users;

    /** Sends the reply of an instant. */
    @FunctionalInterface
    private interface Sender {
        void send(long dueNanos) throws IOException;
    }

    LagProbe(RunContext run, Users users) {
        this.run = run;
        this.users = users;
    }

    @Override
    public void run() {
        try {
            if (run.spec().execution() == Execution.EVENT_LOOP) {
                send(dueNanos -> users.wakeLoops());
            } else if (run.clock().isSimulated()) {
                send(this::record);
            } else {
                sendBytes();
            }
        } catch (IOException e) {
            failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendBytes() throws IOException, InterruptedException {
        Pipe pipe = Pipe.open();
        Thread.Builder builder = run.spec().execution() == Execution.VIRTUAL
                ? Thread.ofVirtual()
                : Thread.ofPlatform().daemon();
        builder.name(run.threadName("probed")).start(() -> receive(pipe.source()));
        try (Pipe.SinkChannel sink = pipe.sink()) {
            send(dueNanos -> sink.write(ByteBuffer.allocate(1)));
        }
    }

    private void send(Sender sender) throws IOException, InterruptedException {
        ProbeSchedule schedule = schedule();
        for (; schedule.dueNanos() < run.timeline().issueEndNanos(); schedule.next()) {
            run.clock().parkUntil(schedule.dueNanos());
            sender.send(schedule.dueNanos());
        }
    }

    /** Reads the bytes, one for each instant, until the sender ends. */
    private void receive(Pipe.SourceChannel replies) {
        ByteBuffer reply = ByteBuffer.allocate(1);
        try (replies) {
            for (ProbeSchedule schedule = schedule(); replies.read(reply.clear()) > 0; schedule.next()) {
                record(schedule.dueNanos());
            }
        } catch (IOException e) {
            failed(e);
        }
    }

    private ProbeSchedule schedule() {
        return new ProbeSchedule(run.spec().tile());
    }

    private void record(long dueNanos) {
        run.recorder()
                .completionLag(run.windows().windowAt(dueNanos), run.clock().nanoTime() - dueNanos);
    }

    private void failed(IOException e) {
        run.listener().fault("the probe of completion lag ended by " + e);
    }
}
