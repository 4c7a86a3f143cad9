// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Phase;

/**
 * The window of a measured value: the phase of its intended start. The steady phase of a workload is divided at the
 * edges of its load steps and of the scored periods; the window is then a part of that phase.
 */
public record PhaseWindow(Phase phase, int part) {
    /** The number of the only part of an undivided phase. */
    public static final int UNDIVIDED = 0;

    /** Time before the load starts. */
    public static final PhaseWindow PREPARE = new PhaseWindow(Phase.PREPARE, UNDIVIDED);

    public static final PhaseWindow RAMP_UP = new PhaseWindow(Phase.RAMP_UP, UNDIVIDED);
    public static final PhaseWindow STEADY = new PhaseWindow(Phase.STEADY, UNDIVIDED);
    public static final PhaseWindow RAMP_DOWN = new PhaseWindow(Phase.RAMP_DOWN, UNDIVIDED);
    public static final PhaseWindow DRAIN = new PhaseWindow(Phase.DRAIN, UNDIVIDED);

    private static final String SEPARATOR = "-";
    private static final String STEADY_PART = Phase.STEADY.label() + SEPARATOR;
    private static final int PHASES = Phase.values().length;

    public PhaseWindow {
        if (part < UNDIVIDED || (part > UNDIVIDED && phase != Phase.STEADY)) {
            throw new IllegalArgumentException("part " + part + " of phase " + phase.label());
        }
    }

    public static PhaseWindow of(Phase phase) {
        return switch (phase) {
            case PREPARE -> PREPARE;
            case RAMP_UP -> RAMP_UP;
            case STEADY -> STEADY;
            case RAMP_DOWN -> RAMP_DOWN;
            case DRAIN -> DRAIN;
        };
    }

    /** A part of a divided steady phase, from 1. */
    public static PhaseWindow steadyPart(int part) {
        return new PhaseWindow(Phase.STEADY, part);
    }

    /** The windows of a workload in the order of time; fewer than 2 parts leave the steady phase undivided. */
    public static List<PhaseWindow> all(int steadyParts) {
        List<PhaseWindow> windows = new ArrayList<>();
        for (Phase phase : Phase.values()) {
            if (phase != Phase.STEADY || steadyParts < 2) {
                windows.add(of(phase));
                continue;
            }
            for (int part = 1; part <= steadyParts; part++) {
                windows.add(steadyPart(part));
            }
        }
        return windows;
    }

    public boolean isSteady() {
        return phase == Phase.STEADY;
    }

    /** Name in files and tags: that of the phase, with the number of the part where it is divided. */
    public String label() {
        return part == UNDIVIDED ? phase.label() : STEADY_PART + part;
    }

    /** Reads {@link #label()}. */
    public static PhaseWindow parse(String label) {
        for (Phase phase : Phase.values()) {
            if (phase.label().equals(label)) {
                return of(phase);
            }
        }
        if (label.startsWith(STEADY_PART)) {
            try {
                PhaseWindow window = steadyPart(Integer.parseInt(label.substring(STEADY_PART.length())));
                if (window.label().equals(label)) {
                    return window;
                }
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("'" + label + "' is not a window", e);
            }
        }
        throw new IllegalArgumentException("'" + label + "' is not a window");
    }

    /**
     * An index in memory of this process, never in a file: the order of the phases may change. The first part has the
     * index of the whole, so that the index does not depend on the number of parts.
     */
    @SuppressWarnings("EnumOrdinal")
    public int index() {
        return part < 2 ? phase.ordinal() : PHASES + part - 2;
    }

    /** Number of indices that {@link #index} uses. */
    public static int indexCount(int steadyParts) {
        return PHASES + Math.max(0, steadyParts - 1);
    }

    @Override
    public String toString() {
        return label();
    }
}
