// SPDX-License-Identifier: Apache-2.0
/** Composition: the one way to start and to read a run. */
@NullMarked
package org.plateaubench.app;

import org.jspecify.annotations.NullMarked;
