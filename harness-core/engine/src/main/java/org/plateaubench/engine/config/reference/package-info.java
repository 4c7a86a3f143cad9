// SPDX-License-Identifier: Apache-2.0
/** Reference files, which contain the rates to which scores are normalised. */
@NullMarked
package org.plateaubench.engine.config.reference;

import org.jspecify.annotations.NullMarked;
