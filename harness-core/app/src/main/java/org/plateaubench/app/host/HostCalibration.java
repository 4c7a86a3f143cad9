// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.Calibrator;

/** Keeps this host's rate in a file, so that equal runs compare with one rate; measured anew on another host or JVM. */
public final class HostCalibration {
    private static final Path FILE = Path.of(System.getProperty("user.home", "."), ".plateau", "calibration.json");

    private record Stored(String host, CalibratedRate rate) {}

    private HostCalibration() {}

    /** The rate of this host; measuring it takes less than a second. */
    public static CalibratedRate ofThisHost() throws InterruptedException {
        return ofThisHost(FILE);
    }

    static CalibratedRate ofThisHost(Path file) throws InterruptedException {
        try {
            Stored stored = Documents.fitting(Documents.parse(Files.readString(file)), Stored.class)
                    .orElse(null);
            if (stored != null && stored.host().equals(identity())) {
                return stored.rate();
            }
        } catch (IOException | IllegalArgumentException e) {
            // It was never measured, or the file is damaged.
        }
        return store(file, new Calibrator(SystemClock.instance()).calibrate(Calibrator.BEFORE_A_RUN));
    }

    static void store(Calibration calibration) {
        store(FILE, calibration);
    }

    private static CalibratedRate store(Path file, Calibration calibration) {
        return store(file, CalibratedRate.of(calibration));
    }

    private static CalibratedRate store(Path file, CalibratedRate rate) {
        try {
            AtomicFile.createFolders(
                    Objects.requireNonNull(file.toAbsolutePath().getParent()));
            AtomicFile.write(file, Documents.text(new Stored(identity(), rate)));
        } catch (IOException e) {
            // It is measured again the next time.
        }
        return rate;
    }

    /** Other programs may have been at work before, so a host is measured again, and the better is kept. */
    public static CalibratedRate again() throws InterruptedException {
        CalibratedRate before = ofThisHost(FILE);
        return store(
                FILE,
                before.better(
                        CalibratedRate.of(new Calibrator(SystemClock.instance()).calibrate(Calibrator.BEFORE_A_RUN))));
    }

    private static String identity() {
        return HostIdentity.ofThisHost() + ", " + Runtime.version();
    }
}
