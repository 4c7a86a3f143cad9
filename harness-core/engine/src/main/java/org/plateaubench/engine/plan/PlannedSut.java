// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.util.Locale;
import java.util.Map;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.spi.SutContext;

/**
 * A SUT of one tile.
 *
 * @param parameters all parameters in canonical form, defaults included, secrets as references
 */
public record PlannedSut(int tile, String name, String service, SutContext.Mode mode, Map<String, Object> parameters) {
    public PlannedSut {
        parameters = ParameterBinder.canonical(parameters);
    }

    public String modeLabel() {
        return mode.name().toLowerCase(Locale.ROOT);
    }
}
