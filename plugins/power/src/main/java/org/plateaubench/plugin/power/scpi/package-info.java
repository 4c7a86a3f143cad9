// SPDX-License-Identifier: Apache-2.0
/** Power analysers with SCPI over TCP. */
@NullMarked
package org.plateaubench.plugin.power.scpi;

import org.jspecify.annotations.NullMarked;
