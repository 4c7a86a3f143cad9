// SPDX-License-Identifier: Apache-2.0

/** Files of other harnesses, translated to run files. */
@NullMarked
package org.plateaubench.cli.foreign;

import org.jspecify.annotations.NullMarked;
