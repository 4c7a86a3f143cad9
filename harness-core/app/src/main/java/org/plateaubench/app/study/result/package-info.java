// SPDX-License-Identifier: Apache-2.0
/** What a study has shown: its results with their evidence and warnings. */
@NullMarked
package org.plateaubench.app.study.result;

import org.jspecify.annotations.NullMarked;
