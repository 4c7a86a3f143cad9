// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plateaubench.api.Execution;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.Calibrator;

/**
 * The operations per second that a host can drive by its calibration, with the share of its processors that measurement
 * rule M16 allows and the goals of docs/performance.md for the harness's own work.
 *
 * @param waitNanos CPU time of a wait of a thread, negative when not known
 * @param exchangeNanos CPU time of both sides of an exchange over loopback, negative when not known
 */
public record CalibratedRate(int cores, long waitNanos, long exchangeNanos) {
    /** The share of its cores that an agent may use by M16. */
    static final double CPU_SHARE = 0.75;
    /** The CPU time that the harness may use per operation in addition to its wait. */
    private static final double THREAD_NANOS = 15_000;
    /** The same on an event loop at 100,000 operations per second. */
    private static final double LOOP_NANOS = 8_000;

    public static CalibratedRate of(Calibration calibration) {
        return new CalibratedRate(
                calibration.cores(), calibration.virtual().cpuNanosPerWait(), calibration.exchangeNanos());
    }

    /** The smaller known time of each measurement, which other programs have delayed less. */
    CalibratedRate better(CalibratedRate other) {
        return new CalibratedRate(cores, less(waitNanos, other.waitNanos), less(exchangeNanos, other.exchangeNanos));
    }

    private static long less(long one, long other) {
        return one < 0 || (other >= 0 && other < one) ? other : one;
    }

    /**
     * The greatest number of operations per second, 0 when not known.
     *
     * @param depth commands that a connection may have outstanding, which share an exchange
     * @param hasSut whether a SUT on the same host uses its processors too
     */
    double perSecond(Execution execution, int depth, boolean hasSut) {
        double sides = exchangeNanos / 2.0 * (hasSut ? 2 : 1) / depth;
        boolean isLoop = execution == Execution.EVENT_LOOP;
        boolean isKnown = exchangeNanos >= 0 && (isLoop || waitNanos >= 0);
        double nanos = isLoop ? sides + LOOP_NANOS : waitNanos + (hasSut ? sides : 0) + THREAD_NANOS;
        return isKnown ? CPU_SHARE * cores * Nanos.PER_SECOND / nanos : 0;
    }

    static long roundedDown(double value) {
        double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1));
        return (long) (Math.floor(value / unit) * unit);
    }

    /** Stores this host's rate in a file, so that all runs use the same rate; another host or JVM is measured again. */
    public static final class HostCalibration {
        private static final Path FILE = Path.of(System.getProperty("user.home", "."), ".plateau", "calibration.json");

        private record Stored(String host, CalibratedRate rate) {}

        private HostCalibration() {}

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
            return store(file, measured());
        }

        static void store(Calibration calibration) {
            store(FILE, CalibratedRate.of(calibration));
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
            return store(FILE, ofThisHost(FILE).better(measured()));
        }

        private static CalibratedRate measured() throws InterruptedException {
            return CalibratedRate.of(new Calibrator(SystemClock.instance()).calibrate(Calibrator.BEFORE_A_RUN));
        }

        private static String identity() {
            return HostIdentity.ofThisHost(List.of(), Map.of()) + ", " + Runtime.version();
        }
    }
}
