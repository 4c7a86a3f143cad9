// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySource;
import tools.jackson.databind.JsonNode;

/**
 * Reads the power of one chassis: from the sensor to which {@code EnvironmentMetrics/PowerWatts} refers, from
 * {@code PowerWatts} itself (a sensor excerpt) if it names no sensor, or from
 * {@code Power/PowerControl[0]/PowerConsumedWatts} of older services. If a sensor reports the time of its reading, the
 * age of the sample is computed by the BMC's clock, and the same reading is not returned twice. One thread samples;
 * another one may close.
 */
final class RedfishMeter implements TelemetrySource {
    private static final String CHASSIS = "/redfish/v1/Chassis";
    private static final String LINK = "@odata.id";
    /** Error of the header Date, which has whole seconds: the BMC's time is at some instant of that second. */
    private static final Duration HALF_SECOND = Duration.ofMillis(500);

    private static final Duration MAX_AGE = Duration.ofMinutes(1);

    private final SutAddress sut;
    private final LongSupplier nanoTime;
    private volatile @Nullable RedfishConnection connection;
    private volatile boolean closed;
    private @Nullable Source source;
    private final ReadingTimes times = new ReadingTimes();

    /** The location of the power in the service's documents. */
    private enum Kind {
        SENSOR,
        METRICS,
        POWER
    }

    private record Source(Kind kind, String path) {}

    RedfishMeter(SutAddress sut, LongSupplier nanoTime) {
        this.sut = sut;
        this.nanoTime = nanoTime;
    }

    @Override
    public List<Sample> sample() throws IOException, InterruptedException {
        try {
            RedfishConnection open = connection();
            Source from = source;
            if (from == null) {
                from = source(open);
                source = from;
            }
            long requestedNanos = nanoTime.getAsLong();
            RedfishConnection.Answer answer = open.get(from.path());
            long answered = nanoTime.getAsLong();
            double watts = watts(from, answer.document());
            String read = from.kind() == Kind.SENSOR
                    ? answer.document().path("ReadingTime").asString("")
                    : "";
            ReadingTimes.Kind kind = times.judge(answer.date().isEmpty() ? "" : read, watts);
            return kind == ReadingTimes.Kind.NONE
                    ? PowerReading.between(watts, requestedNanos, answered)
                    : samplesWithAge(
                            watts, read, answer.date(), Duration.ofNanos((answered - requestedNanos) / 2), kind);
        } catch (IOException e) {
            disconnect();
            throw e;
        }
    }

    private RedfishConnection connection() throws IOException {
        RedfishConnection existing = connection;
        if (existing != null) {
            return existing;
        }
        RedfishConnection opened = new RedfishConnection(sut);
        connection = opened;
        if (closed) {
            throw new IOException("The meter was closed while it connected.");
        }
        return opened;
    }

    private Source source(RedfishConnection open) throws IOException, InterruptedException {
        JsonNode chassis = open.get(chassis(open)).document();
        String metrics = chassis.path("EnvironmentMetrics").path(LINK).asString("");
        if (!metrics.isEmpty()) {
            JsonNode power = open.get(metrics).document().path("PowerWatts");
            String sensor = power.path("DataSourceUri").asString("");
            if (power.path("Reading").isNumber()) {
                return sensor.isEmpty() ? new Source(Kind.METRICS, metrics) : new Source(Kind.SENSOR, sensor);
            }
        }
        String power = chassis.path("Power").path(LINK).asString("");
        if (power.isEmpty()) {
            throw new IOException(open.endpoint() + " reports no power of chassis "
                    + chassis.path("Id").asString("")
                    + ": it has neither EnvironmentMetrics with PowerWatts nor Power.");
        }
        return new Source(Kind.POWER, power);
    }

    private String chassis(RedfishConnection open) throws IOException, InterruptedException {
        Map<String, String> paths = new LinkedHashMap<>();
        for (JsonNode member : open.get(CHASSIS).document().path("Members")) {
            String path = member.path(LINK).asString("");
            paths.put(path.replaceFirst("/+$", "").replaceFirst(".*/", ""), path);
        }
        String wanted = sut.property("chassis");
        String path = wanted.isEmpty() && paths.size() == 1
                ? paths.values().iterator().next()
                : wanted.isEmpty() ? null : paths.get(wanted);
        if (path == null) {
            throw new IOException(open.endpoint() + " has the chassis "
                    + paths.keySet().stream().limit(20).toList() + "; "
                    + (wanted.isEmpty() ? "set 'chassis' to one of them." : "'" + wanted + "' is none of them."));
        }
        return path;
    }

    private double watts(Source from, JsonNode document) throws IOException {
        JsonNode found = switch (from.kind()) {
            case SENSOR -> document.path("Reading");
            case METRICS -> document.path("PowerWatts").path("Reading");
            case POWER -> document.path("PowerControl").path(0).path("PowerConsumedWatts");
        };
        String unit = document.path("ReadingUnits").asString("W");
        if (!found.isNumber() || !unit.equals("W")) {
            throw new IOException(sut.property("url") + from.path() + " has no power in W"
                    + (from.kind() == Kind.POWER ? " at PowerControl[0].PowerConsumedWatts" : "")
                    + (document.has("Oem") ? "; the maker's own fields (Oem) are not read." : "."));
        }
        return found.asDouble();
    }

    private List<Sample> samplesWithAge(double watts, String read, String date, Duration half, ReadingTimes.Kind kind)
            throws IOException {
        Instant taken;
        Instant now;
        try {
            taken = OffsetDateTime.parse(read).toInstant();
            now = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
        } catch (DateTimeException e) {
            throw new IOException(
                    sut.property("url") + " reports a time that cannot be read: '" + read + "' or '" + date + "'.", e);
        }
        Duration age = Duration.between(taken, now.plus(HALF_SECOND)).plus(half);
        if (age.plus(HALF_SECOND).plus(half).isNegative() || age.compareTo(MAX_AGE) > 0) {
            throw new IOException(sut.property("url") + " reports at " + date + " that its sensor was read at " + read
                    + ": the times of this meter cannot be trusted.");
        }
        return kind == ReadingTimes.Kind.REPEATED
                ? List.of()
                : PowerReading.of(watts, age.isNegative() ? Duration.ZERO : age, half.plus(HALF_SECOND));
    }

    private void disconnect() {
        RedfishConnection open = connection;
        connection = null;
        source = null;
        if (open != null) {
            open.close();
        }
    }

    /** Closes the meter, which also ends a running request. */
    @Override
    public void close() {
        closed = true;
        disconnect();
    }
}
