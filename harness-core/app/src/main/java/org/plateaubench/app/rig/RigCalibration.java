// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.Offer;
import org.plateaubench.rig.Rig;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** Makes agents calibrate as before a run: engaged without plugins and load, and released immediately. */
public final class RigCalibration implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final String controller;
    private final Rig rig;

    RigCalibration(Credentials user) throws IOException, InterruptedException {
        controller = user.name() + " (process " + ProcessHandle.current().pid() + ")";
        rig = new Rig(user, controller, SystemClock.instance()::nanoTime);
    }

    public static RigCalibration open(Path credentials) throws IOException, InterruptedException {
        return new RigCalibration(Credentials.read(credentials));
    }

    public SeenAgent.Calibrated of(String agent) throws IOException, InterruptedException {
        // Each calibration has its own name, like a run.
        String run = "calibration-" + SystemClock.instance().wallTime().toEpochMilli();
        Offer offer = new Offer(run, controller, Message.PROTOCOL_VERSION, Message.SPI_VERSION, 1, List.of());
        long deadline = SystemClock.instance().nanoTime() + LIMIT.toNanos();
        try (Transport<ToAgent, ToController> connection = rig.engage(agent, offer, Map.of())) {
            while (SystemClock.instance().nanoTime() < deadline) {
                ToController message = connection.receive(Duration.ofSeconds(1).toNanos());
                if (message instanceof ToController.Calibrated calibrated) {
                    connection.send(new ToAgent.Abort("The host is calibrated."));
                    return SeenAgent.Calibrated.of(SystemClock.instance().wallTime(), calibrated.calibration());
                }
                if (message instanceof ToController.Failed failed) {
                    throw new IOException(failed.message());
                }
            }
            throw new IOException("Agent " + agent + " did not calibrate its host within " + LIMIT.toSeconds() + " s.");
        } catch (PeerLostException e) {
            throw new IOException(e.getMessage(), e);
        } finally {
            rig.stream().remove(run);
        }
    }

    @Override
    public void close() {
        rig.close();
    }
}
