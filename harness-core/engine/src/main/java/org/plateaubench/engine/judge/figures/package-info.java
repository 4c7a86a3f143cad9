// SPDX-License-Identifier: Apache-2.0
/** The measurements of the steady window, added up from the stored run; nothing is judged here. */
@NullMarked
package org.plateaubench.engine.judge.figures;

import org.jspecify.annotations.NullMarked;
