// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** The flaw of the plugin, which a file in its jar names. */
public enum Flaw {
    NONE,
    THROWS_IN_OPEN,
    THROWS_IN_EXECUTE,
    NULL_OUTCOME,
    ENDLESS_LOOP,
    PRINTS,
    ENDLESS_THREAD,
    SOCKET_LEAK,
    HEAP_LEAK,
    WRONG_PARAMETER_TYPE,
    UNMARKED_PARAMETER,
    SERVICE_WITHOUT_LIBRARY,
    OLDER_API,
    NEWER_API,
    ID_TWICE,
    ONLY_FIRST_EXECUTION,
    NO_ABORT,
    EARLY_END,
    BLIND_RECONCILE,
    LOSES_WRITES,
    MISSES_DOUBLED_WRITES,
    FORGETS_INTERRUPTS,
    PREPARES_ONCE,
    ORPHAN,
    IGNORES_DEATH,
    IGNORES_PORT,
    CLEARS_NOTHING;

    /** The pause between two checks of an endless loop, so that it does not use a processor. */
    private static final long PAUSE_NANOS = 1_000_000;

    /** The file of the jar. */
    public static final String FILE = "flaw.txt";

    /** The flaw of the jar that this class was loaded from. */
    public static Flaw ofJar() {
        try (InputStream in = Flaw.class.getResourceAsStream("/" + FILE)) {
            return in == null ? NONE : valueOf(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Id of the plugin with this flaw. */
    public String id() {
        return "kv-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Ignores interrupts until the test calls {@link #end}. */
    void runForever() {
        while (System.getProperty(id() + ".ends") == null) {
            Thread.interrupted();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Ends {@link #runForever}. */
    public void end() {
        System.setProperty(id() + ".ends", "true");
    }

    /** Whether a class is missing in the jar. */
    public boolean isMissingLibrary() {
        return this == SERVICE_WITHOUT_LIBRARY;
    }

    /** Whether the plugin has a service that its workload is driven against, in a process that can be stopped. */
    public boolean hasServiceOfWorkload() {
        return this == NONE || this == SERVICE_WITHOUT_LIBRARY || this == NO_ABORT || this == EARLY_END;
    }

    /** Whether this is a flaw of the service; plugins with other flaws have no service. */
    public boolean isOfService() {
        return this == ORPHAN || this == IGNORES_DEATH || this == IGNORES_PORT || this == CLEARS_NOTHING;
    }
}
