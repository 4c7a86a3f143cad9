// SPDX-License-Identifier: Apache-2.0
/** References: the results that scores are normalised to, as files. */
@NullMarked
package org.plateaubench.engine.config.reference;

import org.jspecify.annotations.NullMarked;
