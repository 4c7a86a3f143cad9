// SPDX-License-Identifier: Apache-2.0
/** The figures of hosts, sources, agents and power meters in the steady window, and notes on what they lack. */
@NullMarked
package org.plateaubench.engine.judge.host;

import org.jspecify.annotations.NullMarked;
