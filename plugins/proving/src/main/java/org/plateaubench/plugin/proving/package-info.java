// SPDX-License-Identifier: Apache-2.0
/** Proves the harness: a server of a known latency law, and an operation of a known length that needs no server. */
@NullMarked
package org.plateaubench.plugin.proving;

import org.jspecify.annotations.NullMarked;
