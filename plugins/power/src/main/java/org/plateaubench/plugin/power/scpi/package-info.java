// SPDX-License-Identifier: Apache-2.0
/** Power analysers that speak SCPI over TCP. */
@NullMarked
package org.plateaubench.plugin.power.scpi;

import org.jspecify.annotations.NullMarked;
