// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.app.study;

import org.jspecify.annotations.NullMarked;
