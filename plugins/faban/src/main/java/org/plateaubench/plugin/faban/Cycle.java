// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.CycleType;
import com.sun.faban.driver.FixedTime;
import com.sun.faban.driver.NegativeExponential;
import com.sun.faban.driver.Uniform;
import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;

/** The gap after an operation; the type is the start of the gap. */
record Cycle(CycleType type, Distribution gap) {
    private static final int MAX_BY_MEAN = 5;

    /** The cycle of an operation without an annotation: no gap. */
    static final Cycle NONE = new Cycle(CycleType.THINKTIME, new Distribution.Fixed(Duration.ZERO));

    /** Returns the cycle that the annotations of a class or method declare; null if they declare none. */
    static @Nullable Cycle of(AnnotatedElement element, String place) throws UnsupportedDriver {
        List<Cycle> cycles = new ArrayList<>();
        try {
            FixedTime fixed = element.getAnnotation(FixedTime.class);
            if (fixed != null) {
                cycles.add(of(fixed));
            }
            Uniform uniform = element.getAnnotation(Uniform.class);
            if (uniform != null) {
                Distribution gap = new Distribution.Uniform(millis(uniform.cycleMin()), millis(uniform.cycleMax()));
                cycles.add(new Cycle(uniform.cycleType(), gap));
            }
            NegativeExponential exponential = element.getAnnotation(NegativeExponential.class);
            if (exponential != null) {
                cycles.add(new Cycle(exponential.cycleType(), exponential(exponential)));
            }
        } catch (IllegalArgumentException e) {
            throw new UnsupportedDriver(
                    "The cycle of " + place + " is not possible: " + e.getMessage() + ".", "Correct its annotation.");
        }
        if (cycles.size() > 1) {
            throw new UnsupportedDriver(
                    place + " has more than one of @FixedTime, @Uniform and @NegativeExponential.", "Leave one.");
        }
        return cycles.isEmpty() ? null : cycles.getFirst();
    }

    static Cycle of(FixedTime fixed) {
        return new Cycle(fixed.cycleType(), new Distribution.Fixed(millis(fixed.cycleTime())));
    }

    private static Distribution exponential(NegativeExponential drawn) {
        Duration mean = millis(drawn.cycleMean());
        Duration min = millis(drawn.cycleMin());
        Duration max = drawn.cycleMax() < 0 ? mean.multipliedBy(MAX_BY_MEAN) : millis(drawn.cycleMax());
        return drawn.truncateAtMin()
                ? new Distribution.Exponential(mean, min, max, Duration.ZERO)
                : new Distribution.Exponential(mean.minus(min), Duration.ZERO, max.minus(min), min);
    }

    private static Duration millis(int millis) {
        return Duration.ofMillis(millis);
    }
}
