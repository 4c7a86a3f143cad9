// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.health.Calibration;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.rig.Presence;
import org.plateaubench.rig.RigDocument;

/**
 * The last calibration of an agent's host, which is stored in the agent's folder so that it survives a restart.
 * Thread-safe.
 */
final class LastCalibration {
    private final Path file;
    private final NanoClock clock;
    private final Consumer<String> notices;
    private volatile Presence.@Nullable Calibrated last;

    LastCalibration(Path folder, NanoClock clock, Consumer<String> notices) {
        file = folder.resolve("calibration.json");
        this.clock = clock;
        this.notices = notices;
        last = read();
    }

    private Presence.@Nullable Calibrated read() {
        try {
            return Files.exists(file)
                    ? RigDocument.read("The calibration " + file, Files.readAllBytes(file), Presence.Calibrated.class)
                    : null;
        } catch (IOException e) {
            notices.accept(e.getMessage() + " It is measured again before the next run.");
            return null;
        }
    }

    Presence.@Nullable Calibrated get() {
        return last;
    }

    static Presence.Calibrated of(Calibration measured, NanoClock clock) {
        return new Presence.Calibrated(
                clock.wallTime(),
                measured.platform().p99Nanos(),
                measured.virtual().p99Nanos(),
                measured.longestStallNanos(),
                measured.cores(),
                measured.virtual().cpuNanosPerWait(),
                measured.exchangeNanos());
    }

    void keep(Calibration measured) {
        Presence.Calibrated calibrated = of(measured, clock);
        last = calibrated;
        try {
            OwnerOnly.file(file, new String(RigDocument.bytes(calibrated), StandardCharsets.UTF_8) + "\n");
        } catch (IOException e) {
            notices.accept("The calibration is not kept: " + e.getMessage() + ".");
        }
    }
}
