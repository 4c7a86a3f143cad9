// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import org.jspecify.annotations.Nullable;

/**
 * Whether values of a key relax a rule of a standard run (M23).
 *
 * @param leadsTo class of a run with such a value, null for a key without such values
 * @param when description of these values, empty if there are none
 * @param why the reason
 */
public record Relaxation(@Nullable RunClass leadsTo, String when, String why) {}
