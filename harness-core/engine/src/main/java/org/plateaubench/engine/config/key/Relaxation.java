// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import org.jspecify.annotations.Nullable;

/**
 * M23: whether the value of a key can relax a rule of a standard run.
 *
 * @param leadsTo class of a run with a relaxed value, null for a key that relaxes nothing
 * @param when from which value on it relaxes, empty for never
 * @param why the reason
 */
public record Relaxation(@Nullable RunClass leadsTo, String when, String why) {}
