// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plateaubench.api.Durations;

public final class GapText {
    private static final Duration MAX_WHOLE = Duration.ofNanos(100_000);
    private static final MathContext DIGITS = new MathContext(4);

    private GapText() {}

    /** A duration for display: exact, or in seconds with four digits if the exact value would need many digits. */
    public static String text(Duration duration) {
        String exact = Durations.format(duration);
        boolean isLong = (exact.endsWith("ns") || exact.endsWith("us")) && duration.compareTo(MAX_WHOLE) >= 0;
        if (!isLong || exact.length() <= "99999us".length()) {
            return exact;
        }
        boolean inSeconds = duration.compareTo(Duration.ofSeconds(1)) >= 0;
        BigDecimal value = BigDecimal.valueOf(duration.toNanos(), inSeconds ? 9 : 6);
        return value.round(DIGITS).stripTrailingZeros().toPlainString() + (inSeconds ? "s" : "ms");
    }

    /** The gaps in words by unit; a single entry for every unit if they are all the same. */
    public static Map<String, String> byUnit(Map<String, String> gaps) {
        return gaps.size() > 1 && new HashSet<>(gaps.values()).size() == 1
                ? Map.of("every unit", gaps.values().iterator().next())
                : new LinkedHashMap<>(gaps);
    }
}
