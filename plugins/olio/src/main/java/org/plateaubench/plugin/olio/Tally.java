// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.http.browser.Traffic;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.model.OlioMeasure;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.UserContext.Counter;

/** The counters of one user. */
final class Tally {
    private final Map<OlioMeasure, Counter> counters = new EnumMap<>(OlioMeasure.class);
    private final Map<ConfirmedKind, Acknowledged> held = new EnumMap<>(ConfirmedKind.class);
    private final HttpMeasures traffic;

    Tally(UserContext user) {
        for (OlioMeasure measure : OlioMeasure.values()) {
            counters.put(measure, user.counter(measure.title()));
        }
        for (ConfirmedKind kind : ConfirmedKind.values()) {
            held.put(kind, user.acknowledged(kind.title()));
        }
        traffic = new HttpMeasures(name -> user.counter(name)::add);
    }

    void add(OlioMeasure measure, long amount) {
        if (amount != 0) {
            Objects.requireNonNull(counters.get(measure)).add(amount);
        }
    }

    /** Records that the site stores something under a number; null when its pages do not show the number. */
    void held(ConfirmedKind kind, @Nullable Integer number) {
        if (number != null) {
            Objects.requireNonNull(held.get(kind)).held(number);
        }
    }

    void attends(@Nullable Integer event, int person) {
        if (event != null) {
            Objects.requireNonNull(held.get(ConfirmedKind.ATTENDANCES)).held(ConfirmedKind.attendance(event, person));
        }
    }

    void add(Traffic amount) {
        traffic.add(amount);
    }
}
